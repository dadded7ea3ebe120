import type { Bytes } from '../body/media.js';
import { ApiError } from '../errors/api-error.js';
import { AbortedError, ClientError, InvalidOptionError, TimeoutError } from '../errors/errors.js';
import type { Call } from '../options/options.js';
import { readsJson } from '../response/response.js';
import type { CallResponse, CallMeta } from './call-response.js';
import { publish } from './publish.js';
import { readApiError } from './read-api-error.js';
import { retryDelay, tellRetry } from './retry.js';
import { openScope, type Scope } from './scope.js';
import { metaOf, openCallScope, type Sending } from './sending.js';
import { readBytes, trackBody } from './track-body.js';
import { prepareRequest, sendOnce, type PreparedRequest } from './transport.js';

const defaultTimeoutMs = 60_000;

/** Sends a call until it succeeds or fails for good; `readBody` makes reading the body a part of every attempt. */
export async function sendCall(call: Call, readBody: boolean): Promise<CallResponse<unknown>> {
  const { settings } = call;
  const { id } = call.operation;
  const scope = openCallScope(call);
  // A body that is left open ends with the caller's signal alone.
  const leave = settings.life.onEnd((reason) => scope.end(new AbortedError(id, reason)));
  const trace = { service: settings.service.name, operation: id };
  const tokens = { sent: new Map(), rejected: new Map() };
  const sending: Sending = { call, scope, readBody, trace, attempts: 0, unsure: false, ...tokens };
  publish('start', trace);
  try {
    scope.check();
    const received = await (chooseSender(call)?.(sending) ?? sendRepeatedly(sending));
    if (readBody) {
      scope.close();
      // A response that is not what is declared is a failure of the call.
      await received.read();
    }
    publish('end', trace, { status: received.response.status, attempts: sending.attempts });
    return received;
  } catch (error) {
    scope.close();
    if (error instanceof ClientError && (sending.unsure || !ApiError.is(error)))
      // Whatever a middleware throws may be frozen.
      Reflect.set(error, 'requestMayHaveBeenProcessed', sending.unsure);
    publish('error', trace, { error, attempts: sending.attempts });
    throw error;
  } finally {
    leave();
  }
}

/** Who sends what is not sent in one request. */
function chooseSender({
  operation,
  options,
}: Call): ((sending: Sending) => Promise<CallResponse<unknown>>) | undefined {
  if ((options.chunkSize ?? options.resumeFrom) === undefined) return undefined;
  const sender = operation.media?.resumable;
  if (!sender) throw new InvalidOptionError('chunkSize', `does not go with ${operation.id}`);
  // `as`: a descriptor does not know what a call is made of.
  return sender as (sending: Sending) => Promise<CallResponse<unknown>>;
}

async function sendRepeatedly(sending: Sending): Promise<CallResponse<unknown>> {
  const { call, scope } = sending;
  const prepared = prepareRequest(call);
  const request = prepared instanceof Promise ? await scope.wait(prepared) : prepared;
  // A renewed token gives one more attempt.
  for (let attempt = 1; ;) {
    try {
      return await exchange(sending, request, (response, own) => readResponse(sending, own, response));
    } catch (error) {
      scope.check();
      if (request.body?.isOnce) throw error;
      if (renew(sending, error)) continue;
      const delay = retryDelay(call, error, attempt);
      if (delay === undefined) throw error;
      tellRetry(sending, delay, error);
      await call.settings.clock.pause(delay, scope);
      attempt += 1;
    }
  }
}

/** After the first 401: marks the tokens that a provider can replace as rejected. */
export function renew(sending: Sending, error: unknown): boolean {
  if (!ApiError.is(error) || error.status !== 401 || sending.rejected.size > 0) return false;
  sending.rejected = new Map([...sending.sent].filter(([auth]) => auth.renewable));
  return sending.rejected.size > 0;
}

/**
 * One attempt: sends a request, signed and through the middleware, and hands its response on, whatever its status. The scope
 * is the attempt's; it is closed when `use` fails, otherwise by `use`.
 */
export async function exchange<T>(
  sending: Sending,
  request: PreparedRequest,
  use: (response: Response, scope: Scope) => Promise<T>,
  parent: Scope = sending.scope,
): Promise<T> {
  const { call, trace } = sending;
  const { options, operation, log, settings } = call;
  const scope = openScope(parent);
  scope.limit(
    options.timeoutMs ?? (operation.media === undefined ? defaultTimeoutMs : 0),
    (ms) => new TimeoutError(operation.id, 'attempt', ms),
  );
  const attempt = (sending.attempts += 1);
  const start = settings.clock.now();
  log.debug(() => `${request.method} ${request.url} (${operation.id}, attempt ${attempt})`);
  const work = async (): Promise<T> => {
    const response = await sendOnce(sending, request, scope);
    // By its looks: there are other classes of responses than the global one.
    const { headers, ok, body } = Object(response);
    const wrong = headers ? ok && body?.locked && 'a `Response` that was read already: clone it' : 'no `Response`';
    if (wrong) throw new InvalidOptionError(settings.middleware[0] ? 'middleware' : 'fetch', `gave ${wrong}`);
    const durationMs = settings.clock.now() - start;
    log.debug(() => `${operation.id}: ${response.status} after ${durationMs} ms`);
    publish('attempt', trace, { attempt, status: response.status, durationMs });
    return await use(response, scope);
  };
  try {
    return await scope.wait(work());
  } catch (error) {
    scope.close();
    scope.check();
    throw error;
  }
}

/** What a response says: its data, or the error that it reports. */
export async function readResponse(sending: Sending, scope: Scope, response: Response): Promise<CallResponse<unknown>> {
  const { call, readBody, attempts } = sending;
  const { operation, redactor, options } = call;
  if (!response.ok) throw await readApiError(call, response, metaOf(call, response, attempts));
  const { timeoutMs = defaultTimeoutMs, idleTimeoutMs = defaultTimeoutMs } = options;
  let body: Bytes | undefined;
  let open = response;
  if (readBody) {
    // The attempt's own limit is enough where it is the shorter one.
    const isShort = timeoutMs > 0 && timeoutMs <= idleTimeoutMs;
    body = await readBytes(response, { call, scope, idleTimeoutMs: isShort ? 0 : idleTimeoutMs });
  } else {
    // The body stays open for the caller: it ends with the call, but no longer with the attempt's timeout.
    scope.limit(0);
    open = trackBody(response, { call, scope, outer: sending.scope, idleTimeoutMs });
  }
  let meta: CallMeta | undefined;
  let data: Promise<unknown> | undefined;
  const read = async (): Promise<unknown> => {
    const bytes = body ?? new Uint8Array(await open.arrayBuffer());
    return (operation.receive ?? readsJson).read(call, bytes, received);
  };
  const received = {
    response: open,
    redactor,
    // Made for those who ask.
    get meta() {
      return (meta ??= metaOf(call, response, attempts));
    },
    read: () => (data ??= read()),
  };
  return received;
}
