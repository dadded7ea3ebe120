import type { Bytes } from '../body/media.js';
import { ApiError } from '../errors/api-error.js';
import { AbortedError, ClientError, TimeoutError } from '../errors/errors.js';
import type { Call } from '../options/options.js';
import { readsJson } from '../response/response.js';
import type { CallResponse, CallMeta } from '../options/call-response.js';
import { readApiError } from './read-api-error.js';
import { openScope, type Scope } from '../options/scope.js';
import { readMeta, openCallScope, type Sending } from './call-scope.js';
import { readBytes, trackBody } from './track-body.js';
import { prepareRequest, sendRequest, type PreparedRequest } from './send-request.js';

const defaultTimeoutMs = 60_000;

/** Sends a call until it succeeds or fails for good; `readBody` makes reading the body a part of every attempt. */
export async function sendCall(call: Call, readBody: boolean): Promise<CallResponse<unknown>> {
  const { settings, operation, options } = call;
  const { publish } = settings.hooks;
  const scope = openCallScope(call);
  // A body that is left open ends with the caller's signal alone.
  const leave = settings.life.onEnd((reason) => scope.end(new AbortedError(operation.id, reason)));
  const counts = { attempts: 0, retries: 0, unsure: false };
  const sending: Sending = { call, scope, readBody, ...counts, sent: new Map(), rejected: new Map() };
  publish?.('start', sending);
  try {
    scope.check();
    const isInChunks = (options.chunkSize ?? options.resumeFrom) !== undefined;
    // `as`: a descriptor does not know what a call is made of.
    const sendInChunks = isInChunks && (operation.media?.resumable as typeof sendRepeatedly | undefined);
    const received = await (sendInChunks || sendRepeatedly)(sending);
    if (readBody) {
      scope.close();
      // A response that is not what is declared is a failure of the call.
      await received.read();
    }
    publish?.('end', sending, { status: received.response.status, attempts: sending.attempts });
    return received;
  } catch (error) {
    scope.close();
    if (error instanceof ClientError && (sending.unsure || !ApiError.is(error)))
      // An error that a middleware throws may be frozen.
      Reflect.set(error, 'requestMayHaveBeenProcessed', sending.unsure);
    publish?.('error', sending, { error, attempts: sending.attempts });
    throw error;
  } finally {
    leave();
  }
}

async function sendRepeatedly(sending: Sending): Promise<CallResponse<unknown>> {
  const { call, scope } = sending;
  const request = await scope.wait(prepareRequest(call));
  for (;;) {
    try {
      return await exchange(sending, request, (response, own) => readResponse(sending, own, response));
    } catch (error) {
      scope.check();
      if (request.body?.isOnce) throw error;
      if (!renewTokens(sending, error) && !(await call.settings.hooks.retry?.(sending, error))) throw error;
    }
  }
}

/** Tells whether a token that the service rejected (401) can be replaced, which gives one more attempt. */
export function renewTokens(sending: Sending, error: unknown): boolean {
  return [...sending.sent.keys()].some((auth) => auth.renew?.(sending, error));
}

/**
 * Makes one attempt: sends a request and passes its response on, whatever its status. The scope is the attempt's; it is closed
 * when `use` fails, otherwise by `use`.
 */
export async function exchange<T>(
  sending: Sending,
  request: PreparedRequest,
  use: (response: Response, scope: Scope) => Promise<T>,
  parent: Scope = sending.scope,
): Promise<T> {
  const { options, operation, log, settings } = sending.call;
  const { id } = operation;
  const { hooks } = settings;
  const scope = openScope(parent);
  scope.limit(
    options.timeoutMs ?? (operation.media === undefined ? defaultTimeoutMs : 0),
    (ms) => new TimeoutError(id, 'attempt', ms),
  );
  const attempt = (sending.attempts += 1);
  const start = settings.now();
  log?.debug(() => `${request.method} ${request.url} (${id}, attempt ${attempt})`);
  const work = async (): Promise<T> => {
    const response = await (settings.middleware[0] ? (hooks.send ?? sendRequest) : sendRequest)(
      sending,
      request,
      scope,
    );
    hooks.checkResponse?.(response, settings);
    const durationMs = settings.now() - start;
    log?.debug(() => `${id}: ${response.status} after ${durationMs} ms`);
    hooks.publish?.('attempt', sending, { attempt, status: response.status, durationMs });
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

/** Reads a response: its data, or the error that it reports. */
export async function readResponse(sending: Sending, scope: Scope, response: Response): Promise<CallResponse<unknown>> {
  const { call, readBody, attempts } = sending;
  const { operation, redactor, options } = call;
  if (!response.ok) throw await readApiError(call, response, readMeta(call, response, attempts));
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
  const received = {
    response: open,
    redactor,
    // Made when it is read.
    get meta() {
      return (meta ??= readMeta(call, response, attempts));
    },
    read: () => (data ??= decode()),
  };
  const decode = async (): Promise<unknown> => {
    const bytes = body ?? new Uint8Array(await open.arrayBuffer());
    return (operation.receive ?? readsJson).read(call, bytes, received);
  };
  return received;
}
