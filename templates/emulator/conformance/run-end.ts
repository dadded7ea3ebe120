import { createRedactor, QuotaError, readApiError, withErrorDetails, type Operation } from '@speccast/runtime';
import type { ConformanceKit, Expectation } from './check.js';
import { isStatus } from './check-response.js';
import type { ReceivedResponse } from './read-response.js';

/** Ends a run: the following requests would fail for the same reason. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd';
}

/** Thrown if no request of a run got a response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Throws if a response says that the quota is spent or a limit is reached, unless that is expected. */
export async function endAtQuota(
  { status, headers, text }: ReceivedResponse,
  expect: Expectation,
  { dailyQuota = {} }: ConformanceKit,
  operation: Operation<never> = { id: 'a request', method: 'GET', path: '', auth: [] },
): Promise<void> {
  if (status !== 403 && status !== 429) return;
  const settings = { hooks: { ...withErrorDetails, ...dailyQuota }, now: Date.now };
  const response = new Response(text, { status, headers: { 'content-type': headers['content-type'] ?? '' } });
  const meta = { status, headers: response.headers, requestId: undefined, attempts: 1, quotaCost: undefined };
  const error = await readApiError({ operation, redactor: createRedactor([]), settings }, response, meta);
  if (error instanceof QuotaError)
    throw new RunEnd(`the quota is spent until ${error.resetsAt.toISOString()}: ${error.message}`);
  if (status === 429 && !isStatus(429, expect.status ?? '2xx'))
    throw new RunEnd(`the service takes no more requests: ${error.message}`);
}
