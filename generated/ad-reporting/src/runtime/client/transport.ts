import type { Auth } from './auth.js';
import { isRepeatable, type PreparedBody } from './body.js';
import { ConnectionError } from './errors.js';
import type { Fetch, Logger, Middleware } from './options.js';
import type { Redactor } from './redact.js';
import { race } from './scope.js';
import { sign, type Credential, type Signature } from './sign.js';
import { addQuery } from './url.js';

/** A request before it is signed. */
export interface PreparedRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: PreparedBody | undefined;
  readonly credentials: readonly Credential[];
}

/** What one attempt is sent with. */
export interface Attempt {
  readonly request: PreparedRequest;
  /** Counts from 1. */
  readonly number: number;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  readonly middleware: readonly Middleware[];
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now: () => number;
  /** The last secret of each credential; written by signing. */
  readonly sent: Map<Auth, string>;
  /** Secrets that the service refused. */
  readonly refused: ReadonlyMap<Auth, string>;
}

type RequestOptions = RequestInit & { duplex?: 'half' };

// No connection was made, so nothing was processed.
const notSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Sends a request once: through the middleware, signed last. */
export async function sendOnce(attempt: Attempt): Promise<Response> {
  const { request, signal, middleware, number, log } = attempt;
  const first = newRequest(request.url, request, signal);
  const context = { operation: request.operation, attempt: number, log };
  const send = middleware.reduceRight<(request: Request) => Promise<Response>>(
    (next, one) => async (given) => one(given, next, context),
    (given) => signAndFetch(attempt, given, first),
  );
  return race(signal, send(first));
}

async function signAndFetch(attempt: Attempt, given: Request, first: Request): Promise<Response> {
  const { request, signal, redactor, now, refused, sent } = attempt;
  const signature = await sign(
    request.credentials,
    (auth) => ({ signal, now, refused: refused.get(auth) }),
    (auth, secret) => {
      for (const hidden of [secret, ...(auth.alsoHide?.() ?? [])]) redactor.add(hidden);
      sent.set(auth, secret);
    },
  );
  const signed = addSignature(given, signature, given === first ? request.body : undefined);
  try {
    return await race(signal, callFetch(attempt.fetch, signed));
  } catch (cause) {
    throw signal.aborted ? signal.reason : connectionError(request.operation, cause, redactor);
  }
}

/** The error for a network that failed, with all that is known about it but secrets. */
export function connectionError(operation: string, cause: unknown, redactor: Redactor): ConnectionError {
  const codes = codesOf(cause);
  const mayHaveBeenProcessed = codes.length === 0 || !codes.every((code) => notSent.test(code));
  const message = cause instanceof Error ? cause.message : 'the network failed';
  const why = codes[0] === undefined ? message : `${message} (${codes[0]})`;
  return new ConnectionError(operation, `${operation}: no answer: ${redactor.text(why)}`, {
    mayHaveBeenProcessed,
    cause: redactor.error(cause),
  });
}

// A function that throws at once must look like one that rejects.
async function callFetch(fetch: Fetch, request: Request): Promise<Response> {
  return fetch(request);
}

function newRequest(
  url: string,
  from: Pick<PreparedRequest, 'method' | 'headers' | 'body'>,
  signal: AbortSignal,
): Request {
  const headers = new Headers(from.headers);
  if (from.body?.type !== undefined && !headers.has('content-type')) headers.set('content-type', from.body.type);
  const options: RequestOptions = { method: from.method, headers, signal };
  if (from.body === undefined) return new Request(url, options);
  // The cast only drops "may be shared memory", which Request refuses at run time.
  options.body = from.body.data as BodyInit;
  if (!isRepeatable(from.body)) options.duplex = 'half';
  return new Request(url, options);
}

function addSignature(request: Request, signature: Signature, body: PreparedBody | undefined): Request {
  const signed =
    signature.query.length === 0 ? request : withUrl(request, addQuery(request.url, signature.query), body);
  for (const [name, value] of signature.headers) {
    // Cookies of parameters stay.
    const before = name === 'cookie' ? signed.headers.get(name) : null;
    signed.headers.set(name, before === null ? value : `${before}; ${value}`);
  }
  return signed;
}

/** A request to another address. The known body is used where it can be read again: a length is better than a stream of unknown size. */
function withUrl(request: Request, url: string, body: PreparedBody | undefined): Request {
  const { method, headers, signal } = request;
  if (body !== undefined && isRepeatable(body)) {
    const kept = new Headers(headers);
    // Form data gets a new boundary.
    if (body.type === undefined) kept.delete('content-type');
    return newRequest(url, { method, headers: kept, body }, signal);
  }
  const streamed = request.body === null ? undefined : { data: request.body, type: undefined };
  return newRequest(url, { method, headers, body: streamed }, signal);
}

function codesOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error !== 'object' || error === null || depth === 5) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...own, ...('cause' in error ? codesOf(error.cause, depth + 1) : [])];
}
