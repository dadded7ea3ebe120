import { ApiError } from '../errors/api-error.js';
import { ConnectionError, TimeoutError } from '../errors/errors.js';
import type { Call, CallOptions, RetryOptions } from '../options/options.js';
import { publish } from './publish.js';
import type { Sending } from './sending.js';

/** What the decision about a retry depends on. */
export type RetriedCall = Pick<Call, 'operation' | 'options' | 'settings'>;

/** The rules behind the short forms of the option. */
export function readRetryRules(given: CallOptions['retry']): RetryOptions {
  if (typeof given === 'object') return given;
  return given === undefined ? {} : { attempts: +given + 1 };
}

/** Milliseconds to pause before sending again after so many attempts; `undefined`: the call has failed. */
export function retryDelay(call: RetriedCall, error: unknown, attempt: number): number | undefined {
  const rules = readRetryRules(call.options.retry);
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 8_000, maxRetryAfterMs = 60_000, shouldRetry } = rules;
  if (attempt >= attempts) return undefined;
  if (!(shouldRetry?.(error, { operation: call.operation.id, attempt }) ?? isWorthIt(call, error))) return undefined;
  const asked = ApiError.is(error) ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
  return Math.floor(call.settings.clock.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

/** Tells that a call is sent again after a pause. */
export function tellRetry({ call, trace, attempts }: Sending, delayMs: number, error: unknown): void {
  call.log.info(`${call.operation.id}: sending again in ${delayMs} ms after: ${String(error)}`);
  publish('retry', trace, { attempt: attempts, delayMs, error });
}

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date); `undefined` where it is absent or nonsense. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text && /^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  // Date.parse alone takes far more than dates: `-5`, `1.5`.
  const at = text && /^[A-Z][a-z]{2,8},? .*\d:\d\d:\d\d/.test(text) ? Date.parse(text) : -1;
  return at >= 0 ? Math.max(0, at - now) : undefined;
}

function isWorthIt({ operation, settings: { service } }: RetriedCall, error: unknown): boolean {
  if (error instanceof ConnectionError && !error.requestMayHaveBeenProcessed) return true;
  const { idempotent, method, reads = /^(GET|HEAD|OPTIONS|QUERY)$/.test(method) } = operation;
  if (!idempotent && !reads) return false;
  if (!ApiError.is(error))
    return error instanceof ConnectionError || (error instanceof TimeoutError && error.of !== 'call');
  const { reason = '', status } = error;
  // A `QuotaError`, which only services with a daily budget bring along.
  if ('resetsAt' in error) return false;
  if (service.finalReasons?.includes(reason)) return false;
  return service.retryReasons?.includes(reason) || /^(408|429|50[0234])$/.test(String(status));
}
