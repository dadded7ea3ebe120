import type { Operation, Service } from '../operation.js';
import { ApiError } from './api-error.js';
import { ConnectionError, TimeoutError } from './errors.js';
import type { CallOptions, Clock, RetryOptions } from './options.js';

/** What the decision about a retry depends on. */
export interface FailedAttempt {
  readonly error: unknown;
  /** Counts from 1. */
  readonly attempt: number;
  readonly operation: Operation<never, unknown>;
  readonly service: Pick<Service, 'retryReasons' | 'finalReasons'>;
  /** Whether the body can be sent again. */
  readonly repeatable: boolean;
}

/** What the decision goes by. */
export type RetryRules = RetryOptions;

/** The rules behind the short forms of the option. */
export function readRetryRules(given: CallOptions['retry']): RetryRules {
  if (typeof given === 'object') return given;
  return given === undefined ? {} : { attempts: +given + 1 };
}

/** Milliseconds to pause before sending again; `undefined`: the call has failed. */
export function retryDelay(failed: FailedAttempt, rules: RetryRules, clock: Pick<Clock, 'random'>): number | undefined {
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 8_000, maxRetryAfterMs = 60_000, shouldRetry } = rules;
  const { error, attempt, operation, repeatable } = failed;
  if (!repeatable || attempt >= attempts) return undefined;
  if (!(shouldRetry?.(error, { operation: operation.id, attempt }) ?? isWorthIt(failed))) return undefined;
  const asked = ApiError.is(error) ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
  return Math.floor(clock.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date); `undefined` where it is absent or nonsense. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text && /^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  // Date.parse alone takes far more than dates: `-5`, `1.5`.
  const at = text && /^[A-Z][a-z]{2,8},? .*\d:\d\d:\d\d/.test(text) ? Date.parse(text) : -1;
  return at >= 0 ? Math.max(0, at - now) : undefined;
}

function isWorthIt({ error, operation, service }: FailedAttempt): boolean {
  if (error instanceof ConnectionError && !error.requestMayHaveBeenProcessed) return true;
  if (!operation.idempotent && !/^(GET|HEAD|OPTIONS|QUERY)$/.test(operation.method)) return false;
  if (!ApiError.is(error))
    return error instanceof ConnectionError || (error instanceof TimeoutError && error.of !== 'call');
  const { reason = '', status } = error;
  if (service.finalReasons?.includes(reason)) return false;
  return service.retryReasons?.includes(reason) || /^(408|429|50[0234])$/.test(String(status));
}
