import type { Call } from './call.js';
import { AbortedError, TimeoutError } from '../errors/errors.js';
import { follow, openScope, type Scope } from './scope.js';

/** The time a caller waits for its call: until its own signal or total timeout ends it. */
export function openCallScope({ operation: { id }, options }: Call): Scope {
  const { signal, totalTimeoutMs } = options;
  const scope = openScope(signal && follow(signal, (reason) => new AbortedError(id, reason)));
  scope.limit(totalTimeoutMs, (ms) => new TimeoutError(id, 'call', ms));
  return scope;
}
