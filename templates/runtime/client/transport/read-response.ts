import type { Bytes } from '../body/media.js';
import type { CallMeta } from '../errors/call-meta.js';
import type { CallResponse } from '../options/call-response.js';
import type { Scope } from '../options/scope.js';
import { readsJson } from '../response/response.js';
import { defaultTimeoutMs } from './attempt.js';
import { readApiError } from './read-api-error.js';
import { readBytes, trackBody } from './track-body.js';
import type { Sending } from '../options/options.js';

/** Reads a successful response; throws an `ApiError` for another one. */
export async function readResponse(sending: Sending, scope: Scope, response: Response): Promise<CallResponse<unknown>> {
  const { operation, redactor, options, readsBody } = sending;
  if (!response.ok) throw await readApiError(sending, response, readMeta(sending, response));
  const { timeoutMs = defaultTimeoutMs, idleTimeoutMs = defaultTimeoutMs } = options;
  let body: Bytes | undefined;
  let open = response;
  if (readsBody) {
    // The time limit of the attempt is shorter, so no second timer is needed.
    const isShort = timeoutMs > 0 && timeoutMs <= idleTimeoutMs;
    body = await readBytes(response, { call: sending, scope, idleTimeoutMs: isShort ? 0 : idleTimeoutMs });
  } else {
    // The body stays open for the caller: the time limit of the attempt ends here, that of the call does not.
    scope.limit(0);
    open = trackBody(response, { call: sending, scope, outer: sending.scope, idleTimeoutMs });
  }
  let meta: CallMeta | undefined;
  let data: Promise<unknown> | undefined;
  const received = {
    response: open,
    redactor,
    // A getter: most callers do not read it.
    get meta() {
      return (meta ??= readMeta(sending, response));
    },
    read: () => (data ??= decode()),
  };
  const decode = async () => {
    const bytes = body ?? new Uint8Array(await open.arrayBuffer());
    return (operation.receive ?? readsJson).read(sending, bytes, received);
  };
  return received;
}

/** Returns the facts about a response. Credentials in its headers are redacted. */
function readMeta({ operation: { quota }, redactor, attempts }: Sending, response: Response): CallMeta {
  const headers = new Headers();
  for (const [name, value] of response.headers) headers.append(name, redactor.text(value));
  return {
    status: response.status,
    headers,
    requestId:
      headers.get('x-request-id') || headers.get('request-id') || headers.get('x-goog-request-id') || undefined,
    attempts,
    quotaCost: quota && quota.cost * attempts,
  };
}
