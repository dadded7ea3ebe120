import { baseOf } from './base-url.js';
import type { Call, Sending } from './call.js';
import { ConnectionError, InvalidOptionError } from './errors.js';
import type { Fetch } from './options.js';
import type { Redactor } from './redact.js';
import { readsJson } from './response.js';
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

/** The platform's own, looked up at each call: tests replace it after a client was made. */
export const globalFetch = (request: Request | string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(request, init);

// No connection was made, so nothing was processed.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The request of a call; throws where a parameter cannot be sent or a credential is missing. */
export function prepareRequest(call: Call): PreparedRequest | Promise<PreparedRequest> {
  const { operation, params } = call;
  const credentials = chooseCredentials(call);
  const body = operation.writeBody?.(operation, params);
  const toRequest = (body: PreparedBody | undefined): PreparedRequest => {
    const { url, headers } = writeCall(baseOf(call), operation, params, body?.place);
    headers['accept'] = (operation.receive ?? readsJson).accept(operation);
    return { method: operation.method, url, headers, body, credentials };
  };
  return body instanceof Promise ? body.then(toRequest) : toRequest(body);
}

/** Whether a body can be sent again. */
export function isRepeatable(body: PreparedBody | undefined): boolean {
  return !(body?.data instanceof ReadableStream);
}

/** Sends a request once, through the middleware. */
export function sendOnce(sending: Sending, request: PreparedRequest, scope: Scope): Promise<Response> {
  return (sending.call.settings.middleware[0] ? sendThrough : signAndFetch)(sending, request, scope);
}

/** What fetch or a middleware gives has to be a response whose body is not read yet. */
export function checkResponse({ call }: Sending, response: Response): void {
  // By its looks: there are other classes of responses than the global one.
  const { status, headers, ok, body } = Object(response);
  const name = call.settings.middleware[0] ? 'middleware' : 'fetch';
  if (status === undefined || !headers) throw new InvalidOptionError(name, 'gave no `Response`');
  if (ok && body?.locked) throw new InvalidOptionError(name, 'gave a `Response` whose body was read already: clone it');
}

/** Through the middleware, signed last. */
async function sendThrough(sending: Sending, request: PreparedRequest, scope: Scope): Promise<Response> {
  const { operation, log, settings } = sending.call;
  const first = new Request(request.url, { ...toInit(request, []), signal: scope.signal });
  const context = { operation: operation.id, attempt: sending.attempts, log };
  const send = settings.middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, one) => async (given) => one(given, next, context),
    (given) =>
      given === first
        ? signAndFetch(sending, { ...request, headers: given.headers }, scope)
        : signAndFetch(sending, request, scope, given),
  );
  return send(first);
}

/** Sends what the client prepared, or in its place what a middleware made. */
async function signAndFetch(
  sending: Sending,
  request: PreparedRequest,
  scope: Scope,
  made?: Request | undefined,
): Promise<Response> {
  const { call, sent, refused } = sending;
  const { settings, operation, redactor } = call;
  const { fetch, clock } = settings;
  const signature = await sign(request.credentials, {
    operation: operation.id,
    now: clock.now,
    fetch,
    redactor,
    sent,
    refused,
    // A signal that nobody asks for is not made, here and below.
    get signal() {
      return scope.signal;
    },
  });
  const send = prepareFetch(fetch, { request, made }, signature, scope);
  // Whoever was stopped meanwhile sends nothing.
  scope.check();
  const before = sending.unsure;
  sending.unsure = true;
  try {
    const response = await send();
    // Refused is not done: what fails hereafter, a new token for one, has not sent anything.
    if (response?.status >= 400 && response.status < 500) sending.unsure = before;
    // A middleware may print what it sees.
    if (settings.middleware[0] && response)
      Object.defineProperty(response, 'url', { value: redactor.text(response.url), configurable: true });
    return response;
  } catch (cause) {
    scope.check();
    const error = connectionError(operation.id, cause, redactor);
    sending.unsure = before || error.requestMayHaveBeenProcessed;
    throw error;
  }
}

/** What sends the prepared request, or what a middleware made in its place, with its credentials. */
function prepareFetch(
  fetch: Fetch,
  { request, made }: { readonly request: PreparedRequest; readonly made: Request | undefined },
  { headers, query }: Signature,
  scope: Scope,
): () => Promise<Response> {
  const beside = {
    get signal() {
      return scope.signal;
    },
  };
  if (made) {
    const signed = query[0] === undefined ? made : new Request(addQuery(made.url, query), made);
    addHeaders(signed.headers, headers);
    return () => fetch(signed, beside);
  }
  const url = addQuery(request.url, query);
  const init = toInit(request, headers);
  // It would make a request of its own even if it were given one.
  if (fetch === globalFetch) return () => globalFetch(url, Object.assign(beside, init));
  // A real signal costs three times the rest, and `fetch` is given it once more beside the request; so only a request
  // that somebody may hand on alone carries it inside.
  const isAlone = fetch.length === 1;
  const signed = new Request(url, isAlone ? { ...init, signal: scope.signal } : init);
  if (!isAlone) Object.defineProperty(signed, 'signal', { get: () => scope.signal });
  return () => fetch(signed, beside);
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

/** What a request is made of, beside its address; `added` are the headers of its credentials. */
function toInit({ method, headers, body }: PreparedRequest, added: Signature['headers']): RequestOptions {
  // Names of headers differ in case where they come from a spec: only `Headers` knows which are the same.
  if (!body && !added[0]) return { method, headers };
  const own = new Headers(headers);
  addHeaders(own, added);
  const options: RequestOptions = { method, headers: own };
  if (body) {
    const data = typeof body.data === 'function' ? body.data() : body.data;
    // The cast only drops "may be shared memory", which Request refuses at run time.
    options.body = data as BodyInit;
    if (data instanceof ReadableStream) options.duplex = 'half';
    // Form data gets a boundary of its own.
    if (body.type === undefined) own.delete('content-type');
    else if (!own.has('content-type')) own.set('content-type', body.type);
  }
  return options;
}

function addHeaders(headers: Headers, added: Signature['headers']): void {
  for (const [name, value] of added) {
    // Cookies of parameters stay.
    const before = name === 'cookie' ? headers.get(name) : null;
    headers.set(name, before === null ? value : `${before}; ${value}`);
  }
}

function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let one = Object(error), depth = 0; depth < 5; one = Object(one.cause), depth += 1)
    if (typeof one.code === 'string') codes.push(one.code);
  return codes;
}
