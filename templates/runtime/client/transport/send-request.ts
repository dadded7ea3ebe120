import { sign, type Signature } from '../auth/sign.js';
import { ConnectionError } from '../errors/errors.js';
import type { Redactor } from '../options/hooks.js';
import type { Scope } from '../options/scope.js';
import { addQuery } from './url.js';
import type { PreparedRequest, Sending } from '../options/options.js';

/** The platform's own `fetch`, looked up at each call: tests replace it after a client was made. */
export const globalFetch = (request: Request | string, init: RequestInit): Promise<Response> =>
  globalThis.fetch(request, init);

// Codes of connections that were not made, so that nothing was processed.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Signs a request and sends it, or `passed`, the one that a middleware passed on in its place. */
export async function sendRequest(
  sending: Sending,
  request: PreparedRequest,
  scope: Scope,
  passed?: Request,
): Promise<Response> {
  const { fetch } = sending.settings;
  const signature = await sign(sending, request.credentials, scope);
  const url = addQuery((passed ?? request).url, signature.query);
  // A signal that is not read is not made: it costs more than the rest of a call.
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
    // The platform makes a request of its own in any case.
    if (fetch === globalFetch) Object.assign(beside, init);
    else {
      // A `fetch` that takes the request alone may hand it on, and reads the signal that was made with it.
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
    // Rejected is not done: what fails from here on, such as a new token, has not sent anything.
    if (`${response?.status}`.startsWith('4')) sending.unsure = unsure;
    return response;
  } catch (cause) {
    scope.check();
    const error = toConnectionError(sending.operation.id, cause, sending.redactor);
    sending.unsure = unsure || error.requestMayHaveBeenProcessed;
    throw error;
  }
}

/** Makes the error of a network that failed, with all that is known about it but secrets. */
export function toConnectionError(operation: string, cause: unknown, redactor: Redactor): ConnectionError {
  const codes = listCodes(cause);
  const message = cause instanceof Error ? cause.message : 'the network failed';
  const why = redactor.text(codes[0] ? `${message} (${codes[0]})` : message);
  return new ConnectionError(operation, `${operation}: no response: ${why}`, {
    requestMayHaveBeenProcessed: !codes[0] || !codes.every((code) => notSent.test(code)),
    cause: redactor.error(cause),
  });
}

/** Makes what a request consists of beside its address; `added` are the headers of its credentials. */
export function toInit({ method, headers, body }: PreparedRequest, added: Signature['headers'] = []): RequestInit {
  // Names of headers differ in case where they come from a spec: only `Headers` knows which are the same.
  if (!body && !added[0]) return { method, headers };
  const own = new Headers(headers);
  addHeaders(own, added);
  return { method, headers: own, ...body?.init(own) };
}

function addHeaders(headers: Headers, added: Signature['headers']) {
  for (const [name, value] of added) {
    // Cookies of parameters stay.
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
