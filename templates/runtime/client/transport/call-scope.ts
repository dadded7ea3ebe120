import { AbortedError, TimeoutError } from '../errors/errors.js';
import { follow, openScope, type Scope } from '../options/scope.js';
import type { Call } from '../options/options.js';

/** Opens the scope of a call, which ends by the options `signal` and `totalTimeoutMs`. */
export function openCallScope({ operation: { id }, options }: Call): Scope {
  const scope = openScope(options.signal && follow(options.signal, (reason) => new AbortedError(id, reason)));
  scope.limit(options.totalTimeoutMs, (ms) => new TimeoutError(id, 'call', ms));
  return scope;
}
