import type { Auth } from '../options/auth.js';
import { AbortedError, TimeoutError } from '../errors/errors.js';
import type { Call } from '../options/options.js';
import type { CallMeta } from '../options/call-response.js';
import type { Trace } from '../features/tracing.js';
import { follow, openScope, type Scope } from '../options/scope.js';

/** A call that is being sent. */
export interface Sending {
  readonly call: Call;
  readonly scope: Scope;
  /** Whether its body will be read to the end. */
  readonly readBody: boolean;
  /** What its events are published with. */
  trace?: Trace;
  /** The number of requests that were sent. */
  attempts: number;
  /** The number of times that it was sent again, new tokens apart. */
  retries: number;
  /** Whether one of its requests may have had an effect that no response reported. */
  unsure: boolean;
  /** The secret of each credential that the last request was sent with. */
  readonly sent: Map<Auth, string>;
  /** Secrets that the service rejected, of credentials that can be renewed. */
  readonly rejected: Map<Auth, string>;
}

/** Opens the scope of a call: its caller's signal and total timeout end it. */
export function openCallScope({ operation: { id }, options }: Call): Scope {
  const { signal, totalTimeoutMs } = options;
  const scope = openScope(signal && follow(signal, (reason) => new AbortedError(id, reason)));
  scope.limit(totalTimeoutMs, (ms) => new TimeoutError(id, 'call', ms));
  return scope;
}

/** Describes the response of a call after a number of attempts; a header that repeats a credential is redacted. */
export function readMeta({ operation: { quota }, redactor }: Call, response: Response, attempts: number): CallMeta {
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
