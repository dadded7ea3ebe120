import type { Operation, Service } from '../operation.js';
import type { Answer } from './api-promise.js';
import type { Auth } from './auth.js';
import { ApiError } from './api-error.js';
import { isRepeatable, prepareBody } from './body.js';
import { checkOptions } from './check-options.js';
import { AbortedError, InvalidParameterError, TimeoutError } from './errors.js';
import type { Bytes } from './media.js';
import type { CallOptions, Clock, Fetch, Logger, Middleware } from './options.js';
import type { Redactor } from './redact.js';
import { acceptOf, readApiError, readData } from './response.js';
import { readRetryRules, retryDelay } from './retry.js';
import { openScope, race, type Scope } from './scope.js';
import { chooseCredentials } from './sign.js';
import { trackBody } from './track-body.js';
import { connectionError, sendOnce, type PreparedRequest } from './transport.js';
import { buildHeaders, buildUrl, type BaseUrl } from './url.js';

/** A client's options, read. */
export interface Settings {
  readonly service: Service;
  readonly base: BaseUrl;
  readonly auths: readonly Auth[];
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly clock: Clock;
}

/** One call of an operation. */
export interface Call {
  readonly settings: Settings;
  readonly operation: Operation<never, unknown>;
  readonly params: object;
  /** Whether the answer is wanted as bytes, whatever its media type. */
  readonly asBytes: boolean;
  /** The client's, with the call's over them. */
  readonly options: CallOptions;
  readonly redactor: Redactor;
  readonly log: Logger;
}

const defaultTimeoutMs = 60_000;

/** A call that is being sent. */
interface Sending {
  readonly call: Call;
  readonly request: PreparedRequest;
  readonly scope: Scope;
  readonly whole: boolean;
  readonly sent: Map<Auth, string>;
  readonly refused: Map<Auth, string>;
}

/** Sends a call until it succeeds or fails for good; `whole` makes reading the body a part of every attempt. */
export async function sendCall(call: Call, whole: boolean): Promise<Answer<unknown>> {
  const { operation, options } = call;
  checkOptions(options);
  const scope = openScope({
    parent: options.signal,
    toError: (reason) => new AbortedError(operation.id, reason),
    timeoutMs: options.totalTimeoutMs,
    toTimeoutError: (ms) => new TimeoutError(operation.id, 'call', ms),
  });
  try {
    scope.signal.throwIfAborted();
    const request = await race(scope.signal, prepareRequest(call));
    const answer = await repeat({ call, request, scope, whole, sent: new Map(), refused: new Map() });
    if (whole) scope.close();
    return answer;
  } catch (error) {
    scope.close();
    throw error;
  }
}

async function prepareRequest({ settings, operation, params }: Call): Promise<PreparedRequest> {
  const url = buildUrl(settings.base, operation, params);
  const headers = buildHeaders(operation, params);
  const credentials = chooseCredentials(settings.service, operation, settings.auths);
  const body = await prepareBody(operation, params);
  const { id, method } = operation;
  if (body !== undefined && /^(GET|HEAD)$/.test(method))
    throw new InvalidParameterError(id, 'body', `cannot be sent with ${method}`);
  headers.set('accept', acceptOf(operation));
  return { operation: id, method, url, headers, body, credentials };
}

async function repeat(sending: Sending): Promise<Answer<unknown>> {
  const { call, scope } = sending;
  const rules = readRetryRules(call.options.retry);
  const repeatable = isRepeatable(sending.request.body);
  // A renewed token gives one more attempt.
  for (let attempt = 1, number = 1; ; number += 1) {
    try {
      return await attemptOnce(sending, number);
    } catch (error) {
      if (scope.signal.aborted) throw scope.signal.reason;
      if (repeatable && renew(sending, error)) continue;
      const delay = retryDelay(
        { error, attempt, method: call.operation.method, repeatable },
        rules,
        call.settings.clock,
      );
      if (delay === undefined) throw error;
      call.log.info(`${call.operation.id}: sending again in ${delay} ms after: ${String(error)}`);
      await race(scope.signal, call.settings.clock.sleep(delay, scope.signal));
      attempt += 1;
    }
  }
}

/** After the first 401: marks the tokens that a provider can replace as refused. */
function renew({ request, sent, refused }: Sending, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401 || refused.size > 0) return false;
  for (const { auth } of request.credentials) {
    const secret = sent.get(auth);
    if (auth.renewable && secret !== undefined) refused.set(auth, secret);
  }
  return refused.size > 0;
}

async function attemptOnce(sending: Sending, number: number): Promise<Answer<unknown>> {
  const { call } = sending;
  const { operation, options, settings } = call;
  const scope = openScope({
    parent: sending.scope.signal,
    toError: (reason) => reason,
    timeoutMs: options.timeoutMs ?? (operation.media === undefined ? defaultTimeoutMs : 0),
    toTimeoutError: (ms) => new TimeoutError(operation.id, 'attempt', ms),
  });
  try {
    const response = await exchange(sending, scope, number);
    if (!response.ok)
      throw await race(
        scope.signal,
        readApiError(operation.id, response, { redactor: call.redactor, now: settings.clock.now() }),
      );
    return sending.whole ? await readWhole(sending, scope, response) : readLater(sending, scope, response);
  } catch (error) {
    scope.close();
    throw scope.signal.aborted ? scope.signal.reason : error;
  }
}

async function exchange({ call, request, sent, refused }: Sending, scope: Scope, number: number): Promise<Response> {
  const { settings, redactor, log } = call;
  const { fetch, middleware, clock } = settings;
  const start = clock.now();
  log.debug(`${request.method} ${request.url} (${request.operation}, attempt ${number})`);
  const response = await sendOnce({
    request,
    number,
    signal: scope.signal,
    fetch,
    middleware,
    redactor,
    log,
    now: () => clock.now(),
    sent,
    refused,
  });
  log.debug(`${request.operation}: ${response.status} after ${clock.now() - start} ms`);
  return response;
}

async function readWhole({ call }: Sending, scope: Scope, response: Response): Promise<Answer<unknown>> {
  const bytes = await readBytes(call, scope.signal, response);
  scope.close();
  let data: Promise<unknown> | undefined;
  return { response, redactor: call.redactor, read: () => (data ??= readAnswer(call, response, bytes)) };
}

/** The body stays open for the caller: it ends with the call's signal, but no longer with the attempt's timeout. */
function readLater({ call, scope: whole }: Sending, scope: Scope, response: Response): Answer<unknown> {
  scope.stopTimer();
  const close = (): void => {
    scope.close();
    whole.close();
  };
  const tracked = trackBody(response, {
    signal: scope.signal,
    close,
    toError: (cause) => connectionError(call.operation.id, cause, call.redactor),
  });
  let data: Promise<unknown> | undefined;
  const read = async (): Promise<unknown> => {
    return readAnswer(call, tracked, new Uint8Array(await tracked.arrayBuffer()));
  };
  return { response: tracked, redactor: call.redactor, read: () => (data ??= read()) };
}

async function readAnswer({ operation, redactor, asBytes }: Call, response: Response, bytes: Bytes): Promise<unknown> {
  return asBytes ? bytes : readData({ operation, response, bytes, redactor });
}

async function readBytes(call: Call, signal: AbortSignal, response: Response): Promise<Bytes> {
  // Tracked, so that an abort also ends the body of a `fetch` that knows nothing of signals.
  const tracked = trackBody(response, {
    signal,
    close: () => undefined,
    toError: (cause) => connectionError(call.operation.id, cause, call.redactor),
  });
  return new Uint8Array(await tracked.arrayBuffer());
}
