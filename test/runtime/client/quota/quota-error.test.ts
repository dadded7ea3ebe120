import { expect, test } from 'vitest';
import { ApiError, createCore, QuotaError } from '../../../../templates/runtime/client/index.js';
import { dailyQuota } from '../../../../templates/runtime/client/quota/quota-error.js';
import type { Service } from '../../../../templates/runtime/operation.js';
import { errorOf, json, operation, script, service, testClock } from '../support.js';

const withQuota: Service = { ...service, quota: dailyQuota('America/Los_Angeles', ['quotaExceeded']) };
const refused = (reason: string): Response => json({ error: { errors: [{ reason }] } }, { status: 403 });

async function fail(reason: string, now: string, of: Service = withQuota): Promise<Error> {
  const { fetch } = script(refused(reason));
  const clock = { ...testClock(), now: () => Date.parse(now) };
  return errorOf(createCore(of, { fetch, clock }).call(operation(), {}));
}

test.each([
  ['2026-01-15T12:00:00Z', '2026-01-16T08:00:00.000Z'],
  // The night on which clocks go forward, and the one on which they go back.
  ['2026-03-08T08:30:00Z', '2026-03-09T07:00:00.000Z'],
  ['2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
])('a spent quota at %s says when it is full again, by the clock of the client', async (now, want) => {
  const error = await fail('quotaExceeded', now);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ name: 'QuotaError', status: 403, reason: 'quotaExceeded', resetsAt: new Date(want) });
});

test('a spent quota is an error of the service, and can be asked for by its reason', async () => {
  const error: unknown = await fail('quotaExceeded', '2026-01-15T12:00:00Z');
  expect([error instanceof ApiError, ApiError.is(error, 'quotaExceeded')]).toEqual([true, true]);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ resetsAt: '2026-01-16T08:00:00.000Z' });
});

test.each<[string, Service]>([
  ['forbidden', withQuota],
  ['quotaExceeded', service],
])('the reason %j means no quota where the spec does not say so', async (reason, of) => {
  const error = await fail(reason, '2026-01-15T12:00:00Z', of);
  expect([error instanceof QuotaError, error.name]).toEqual([false, 'ApiError']);
});
