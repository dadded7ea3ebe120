import type { Credential } from '../auth/auth.js';
import { chooseCredentials, sign, type Signature } from '../auth/sign.js';
import type { SentBody } from '../body/sent-body.js';
import { ConnectionError } from '../errors/errors.js';
import type { Fetch } from '../options/hooks.js';
import type { Call } from '../options/options.js';
import { readsJson, showUrl } from '../response/response.js';
import { setHeaders } from '../params/given-headers.js';
import type { Redactor } from './redact.js';
import type { Scope } from './scope.js';
import type { Sending } from './sending.js';
import { baseOf, addQuery, writeCall } from './url.js';

/** A request before it is signed. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | Headers;
  readonly body: SentBody | undefined;
  readonly credentials: readonly Credential[];
}

/** The platform's own, looked up at each call: tests replace it after a client was made. */
export const globalFetch = (request: Request | string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(request, init);

// No connection was made, so nothing was processed.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The request of a call; throws where a parameter cannot be sent or a credential is missing. */
export function prepareRequest(call: Call): PreparedRequest | Promise<PreparedRequest> {
  const { operation, params } = call;
  const credentials = chooseCredentials(call);
  const body = operation.writeBody?.(operation, params);
  const toRequest = (body: SentBody | undefined): PreparedRequest => {
    const { url, headers } = writeCall(baseOf(call), operation, params, body?.target);
    const { headers: given, redactor } = call;
    if (!given?.has('accept')) headers['accept'] = (operation.receive ?? readsJson).accept(call);
    given?.forEach((value, name) => {
      // `abc` of `Bearer abc`, which a service may repeat alone.
      if (/auth|cookie|key|secret|token/i.test(name)) redactor.add(value.replace(/^\w+ /, ''));
    });
    return {
      method: operation.method,
      url,
      headers: (given && setHeaders(given, headers)) ?? headers,
      body,
      credentials,
    };
  };
  return body instanceof Promise ? body.then(toRequest) : toRequest(body);
}

/** Sends a request once, through the middleware, signed last. */
export async function sendOnce(sending: Sending, request: PreparedRequest, scope: Scope): Promise<Response> {
  const { operation, log, settings } = sending.call;
  const { middleware } = settings;
  if (!middleware[0]) return signAndFetch(sending, request, scope);
  const first = new Request(request.url, { ...toInit(request), signal: scope.signal });
  const context = { operation: operation.id, attempt: sending.attempts, log };
  const send = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, one) => async (given) => one(given, next, context),
    (given) =>
      given === first
        ? signAndFetch(sending, { ...request, headers: given.headers }, scope)
        : signAndFetch(sending, request, scope, given),
  );
  return send(first);
}

/** Sends what the client prepared, or instead what a middleware made. */
async function signAndFetch(
  sending: Sending,
  request: PreparedRequest,
  scope: Scope,
  made?: Request,
): Promise<Response> {
  const { settings, operation, redactor } = sending.call;
  const signature = await sign(sending, request.credentials, scope);
  const send = prepareFetch(settings.fetch, { request, made }, signature, scope);
  // Whoever was stopped meanwhile sends nothing.
  scope.check();
  const { unsure } = sending;
  sending.unsure = true;
  try {
    const response = await send();
    // Rejected is not done: what fails hereafter, a new token for one, has not sent anything.
    if (`${response?.status}`.startsWith('4')) sending.unsure = unsure;
    // A middleware may print what it sees.
    return settings.middleware[0] && response ? showUrl(response, redactor.text(response.url)) : response;
  } catch (cause) {
    scope.check();
    const error = connectionError(operation.id, cause, redactor);
    sending.unsure = unsure || error.requestMayHaveBeenProcessed;
    throw error;
  }
}

/** What sends the prepared request, or what a middleware made instead, with its credentials. */
function prepareFetch(
  fetch: Fetch,
  { request, made }: { readonly request: PreparedRequest; readonly made: Request | undefined },
  { headers, query }: Signature,
  scope: Scope,
): () => Promise<Response> {
  // A signal that nobody asks for is not made.
  const beside = {
    get signal() {
      return scope.signal;
    },
  };
  const url = addQuery(made?.url ?? request.url, query);
  if (made) {
    const signed = query[0] ? new Request(url, made) : made;
    addHeaders(signed.headers, headers);
    return () => fetch(signed, beside);
  }
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
  const why = redactor.text(codes[0] ? `${message} (${codes[0]})` : message);
  return new ConnectionError(operation, `${operation}: no response: ${why}`, {
    requestMayHaveBeenProcessed: !codes[0] || !codes.every((code) => notSent.test(code)),
    cause: redactor.error(cause),
  });
}

/** What a request is made of, beside its address; `added` are the headers of its credentials. */
function toInit({ method, headers, body }: PreparedRequest, added: Signature['headers'] = []): RequestInit {
  // Names of headers differ in case where they come from a spec: only `Headers` knows which are the same.
  if (!body && !added[0]) return { method, headers };
  const own = new Headers(headers);
  addHeaders(own, added);
  return { method, headers: own, ...body?.init(own) };
}

function addHeaders(headers: Headers, added: Signature['headers']): void {
  for (const [name, value] of added) {
    // Cookies of parameters stay.
    const before = name === 'cookie' && headers.get(name);
    headers.set(name, before ? `${before}; ${value}` : value);
  }
}

function codesOf(error: unknown, depth: number = 0): readonly string[] {
  if (!error || depth === 5) return [];
  const { code, cause } = Object(error);
  return [...(typeof code === 'string' ? [code] : []), ...codesOf(cause, depth + 1)];
}
