import { baseOf } from './base-url.js';
import type { Call, Sending } from './call.js';
import { ConnectionError, InvalidOptionError } from './errors.js';
import type { Redactor } from './redact.js';
import { acceptOf } from './response.js';
import type { Scope } from './scope.js';
import { chooseCredentials, sign, type Credential, type Signature } from './sign.js';
import { addQuery, writeCall } from './url.js';
import type { PreparedBody } from './write-body.js';

/** A request before it is signed. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: PreparedBody | undefined;
  readonly credentials: readonly Credential[];
}

type RequestOptions = RequestInit & { duplex?: 'half' };

// No connection was made, so nothing was processed.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The request of a call; throws where a parameter cannot be sent or a credential is missing. */
export function prepareRequest(call: Call): PreparedRequest | Promise<PreparedRequest> {
  const { settings, operation, params } = call;
  const credentials = chooseCredentials(settings.service, operation, settings.auths);
  const body = operation.writeBody?.(operation, params);
  const toRequest = (body: PreparedBody | undefined): PreparedRequest => {
    const { url, headers } = writeCall(baseOf(call), operation, params, body?.place);
    headers['accept'] = acceptOf(operation);
    return { method: operation.method, url, headers, body, credentials };
  };
  return body instanceof Promise ? body.then(toRequest) : toRequest(body);
}

/** Whether a body can be sent again. */
export function isRepeatable(body: PreparedBody | undefined): boolean {
  return !(body?.data instanceof ReadableStream);
}

/** Sends a request once; what fetch or a middleware gives has to be a response whose body is not read yet. */
export async function sendOnce(sending: Sending, request: PreparedRequest, scope: Scope): Promise<Response> {
  const response = await sendThrough(sending, request, scope);
  // By its looks: there are other classes of responses than the global one.
  const { status, headers, ok, body } = Object(response);
  const name = sending.call.settings.middleware[0] ? 'middleware' : 'fetch';
  if (status === undefined || !headers) throw new InvalidOptionError(name, 'gave no `Response`');
  if (ok && body?.locked) throw new InvalidOptionError(name, 'gave a `Response` whose body was read already: clone it');
  return response;
}

/** Through the middleware, signed last. */
async function sendThrough(sending: Sending, request: PreparedRequest, scope: Scope): Promise<Response> {
  const { call, attempts } = sending;
  const { operation, log, settings } = call;
  if (settings.middleware.length === 0) return signAndFetch(sending, request, scope);
  const first = newRequest(request, scope, true);
  const context = { operation: operation.id, attempt: attempts, log };
  const send = settings.middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, one) => async (given) => one(given, next, context),
    (given) => signAndFetch(sending, request, scope, { given, isFirst: given === first }),
  );
  return send(first);
}

async function signAndFetch(
  sending: Sending,
  request: PreparedRequest,
  scope: Scope,
  handed?: { readonly given: Request; readonly isFirst: boolean },
): Promise<Response> {
  const { call, sent, refused } = sending;
  const { settings, operation, redactor } = call;
  const { fetch, clock } = settings;
  const now = (): number => clock.now();
  const need = lazily(scope, { operation: operation.id, now, fetch, redactor, sent, refused });
  const signature = await sign(request.credentials, need);
  const signed =
    handed !== undefined && !handed.isFirst
      ? addToRequest(handed.given, signature)
      : newRequest(addToPrepared(request, signature, handed?.given.headers), scope, fetch.length === 1);
  // Whoever was stopped meanwhile sends nothing.
  scope.check();
  const before = sending.unsure;
  sending.unsure = true;
  try {
    const response = await fetch(signed, lazily(scope, {}));
    // Refused is not done: what fails hereafter, a new token for one, has not sent anything.
    if (response?.status >= 400 && response.status < 500) sending.unsure = before;
    // A middleware may print what it sees.
    if (handed && response)
      Object.defineProperty(response, 'url', { value: redactor.text(response.url), configurable: true });
    return response;
  } catch (cause) {
    scope.check();
    const error = connectionError(operation.id, cause, redactor);
    sending.unsure = before || error.requestMayHaveBeenProcessed;
    throw error;
  }
}

/** With the signal for those who look: one that nobody asks for is not made. */
function lazily<T extends object>(scope: Scope, object: T): T & { readonly signal: AbortSignal } {
  return Object.defineProperty(object, 'signal', { get: () => scope.signal, enumerable: true }) as T & Scope;
}

/** The error for a network that failed, with all that is known about it but secrets. */
export function connectionError(operation: string, cause: unknown, redactor: Redactor): ConnectionError {
  const codes = codesOf(cause);
  const message = cause instanceof Error ? cause.message : 'the network failed';
  const why = redactor.text(codes[0] === undefined ? message : `${message} (${codes[0]})`);
  return new ConnectionError(operation, `${operation}: no answer: ${why}`, {
    requestMayHaveBeenProcessed: codes.length === 0 || !codes.every((code) => notSent.test(code)),
    cause: redactor.error(cause),
  });
}

/** The prepared request with its credentials, and with the headers that a middleware left on it. */
function addToPrepared(request: PreparedRequest, { headers, query }: Signature, given?: Headers): PreparedRequest {
  const signed = new Headers(given ?? request.headers);
  addHeaders(signed, headers);
  return { ...request, url: addQuery(request.url, query), headers: signed };
}

/** A middleware's own request with its credentials. */
function addToRequest(given: Request, { headers, query }: Signature): Request {
  const signed = query.length === 0 ? given : new Request(addQuery(given.url, query), given);
  addHeaders(signed.headers, headers);
  return signed;
}

function addHeaders(headers: Headers, added: Signature['headers']): void {
  for (const [name, value] of added) {
    // Cookies of parameters stay.
    const before = name === 'cookie' ? headers.get(name) : null;
    headers.set(name, before === null ? value : `${before}; ${value}`);
  }
}

/**
 * A request. A real signal costs three times the rest, and `fetch` is given it once more beside the request; so only
 * requests that somebody may copy or hand on alone carry it inside.
 */
function newRequest({ method, url, headers, body }: PreparedRequest, scope: Scope, real: boolean): Request {
  const own = headers instanceof Headers ? headers : new Headers(headers);
  const options: RequestOptions = { method, headers: own };
  if (real) options.signal = scope.signal;
  if (body !== undefined) {
    const data = typeof body.data === 'function' ? body.data() : body.data;
    // The cast only drops "may be shared memory", which Request refuses at run time.
    options.body = data as BodyInit;
    if (data instanceof ReadableStream) options.duplex = 'half';
    // Form data gets a boundary of its own.
    if (body.type === undefined) own.delete('content-type');
    else if (!own.has('content-type')) own.set('content-type', body.type);
  }
  const request = new Request(url, options);
  return real ? request : lazily(scope, request);
}

function codesOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error !== 'object' || error === null || depth === 5) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...('cause' in error ? codesOf(error.cause, depth + 1) : [])];
}
