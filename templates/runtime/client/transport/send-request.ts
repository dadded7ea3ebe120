import { sign, type Signature } from '../auth/sign.js';
import { ConnectionError } from '../errors/errors.js';
import type { Redactor } from '../options/hooks.js';
import type { Scope } from '../options/scope.js';
import { addQuery } from './url.js';
import type { PreparedRequest, Sending } from '../options/options.js';

/** Calls the global `fetch`, which tests may replace after a client was created. */
export const globalFetch = (request: Request | string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(request, init);

// Codes of errors before a connection was open: the service processed nothing.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Adds credentials to a request and sends it; throws `ConnectionError` if the network fails. `passed` is that of the last middleware. */
export async function sendRequest(
  sending: Sending,
  request: PreparedRequest,
  scope: Scope,
  passed?: Request,
): Promise<Response> {
  const { fetch } = sending.settings;
  const signature = await sign(sending, request.credentials, scope);
  const url = addQuery((passed ?? request).url, signature.query);
  // A getter: creating a signal takes longer than the rest of a call.
  const beside = {
    get signal() {
      return scope.signal;
    },
  };
  let sent: Request | string = url;
  if (passed) {
    sent = signature.query[0] ? new Request(url, passed) : passed;
    addHeaders(sent.headers, signature.headers);
  } else {
    const init = toInit(request, signature.headers);
    // The global `fetch` creates a `Request` itself.
    if (fetch === globalFetch) Object.assign(beside, init);
    else {
      // A function with one parameter may pass the request on to the global `fetch`, which ignores a getter.
      const isAlone = fetch.length === 1;
      sent = new Request(url, isAlone ? { ...init, signal: scope.signal } : init);
      if (!isAlone) Object.defineProperty(sent, 'signal', { get: () => scope.signal });
    }
  }
  scope.check();
  const { unsure } = sending;
  sending.unsure = true;
  try {
    const response = await fetch(sent as Request, beside);
    // A 4xx response: the service has not processed the request. Later errors, such as those of a new token, do not change that.
    if (`${response?.status}`.startsWith('4')) sending.unsure = unsure;
    return response;
  } catch (cause) {
    scope.check();
    const error = toConnectionError(sending.operation.id, cause, sending.redactor);
    sending.unsure = unsure || error.requestMayHaveBeenProcessed;
    throw error;
  }
}

/** Converts an error of `fetch` to a `ConnectionError` without secrets. */
export function toConnectionError(operation: string, cause: unknown, redactor: Redactor): ConnectionError {
  const codes = listCodes(cause);
  const message = cause instanceof Error ? cause.message : 'the network failed';
  const why = redactor.text(codes[0] ? `${message} (${codes[0]})` : message);
  return new ConnectionError(operation, `${operation}: no response: ${why}`, {
    requestMayHaveBeenProcessed: !codes[0] || !codes.every((code) => notSent.test(code)),
    cause: redactor.error(cause),
  });
}

/** Returns the second argument of `fetch` for a request. `added` are the headers with its credentials. */
export function toInit({ method, headers, body }: PreparedRequest, added: Signature['headers'] = []): RequestInit {
  // `Headers`, because names of headers in specs may differ only in case.
  if (!body && !added[0]) return { method, headers };
  const own = new Headers(headers);
  addHeaders(own, added);
  return { method, headers: own, ...body?.init(own) };
}

function addHeaders(headers: Headers, added: Signature['headers']) {
  for (const [name, value] of added) {
    // Parameters may also set cookies.
    const before = name === 'cookie' && headers.get(name);
    headers.set(name, before ? `${before}; ${value}` : value);
  }
}

/** Lists the codes of an error and of its causes: `['ECONNREFUSED']`. */
function listCodes(error: unknown, depth = 0): readonly string[] {
  if (!error || depth === 5) return [];
  const { code, cause } = Object(error);
  return [...(typeof code === 'string' ? [code] : []), ...listCodes(cause, depth + 1)];
}
