import { ApiError } from '../errors/api-error.js';
import { ConnectionError, TimeoutError } from '../errors/errors.js';
import { pause, type Scope } from '../options/scope.js';
import type { CallOptions, CoreFeature, Call, Sending } from '../options/options.js';
import type { RetryOptions } from '../options/option-types.js';

/** The feature that sends failed calls again: the option `retry`, two times by default. */
export const withRetries: CoreFeature<'retry'> = {
  options: ['retry'],
  retry: async (sending, error) => {
    const delayMs = retryDelay(sending, error, (sending.retries += 1));
    if (delayMs === undefined) return false;
    reportRetry(sending, delayMs, error);
    await waitToRetry(sending, delayMs, sending.scope);
    return true;
  },
};

/** Reads the short forms of the option: `3` is `{ attempts: 4 }`. */
export function readRetryRules(given: CallOptions['retry']): RetryOptions {
  if (typeof given === 'object') return given;
  return given === undefined ? {} : { attempts: +given + 1 };
}

/** Returns the milliseconds to pause after a number of attempts; `undefined`: the call has failed. */
export function retryDelay(
  call: Pick<Call, 'operation' | 'options' | 'settings'>,
  error: unknown,
  attempt: number,
): number | undefined {
  const rules = readRetryRules(call.options.retry);
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 8_000, maxRetryAfterMs = 60_000, shouldRetry } = rules;
  if (attempt >= attempts) return undefined;
  if (!(shouldRetry?.(error, { operation: call.operation.id, attempt }) ?? isWorthIt(call, error))) return undefined;
  const asked = ApiError.is(error) ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : undefined;
  const random = call.options.clock?.random?.() ?? Math.random();
  return Math.floor(random * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

/** Logs and publishes that a call is sent again after a pause. */
export function reportRetry(sending: Sending, delayMs: number, error: unknown): void {
  sending.log?.info(`${sending.operation.id}: sending again in ${delayMs} ms after: ${String(error)}`);
  sending.settings.hooks.publish?.('retry', sending, { attempt: sending.attempts, delayMs, error });
}

/** Waits before a request is sent again, by the clock of the client. */
export function waitToRetry({ options: { clock } }: Pick<Call, 'options'>, ms: number, scope: Scope): Promise<void> {
  return clock?.sleep ? scope.wait(clock.sleep(ms, scope.signal)) : pause(scope, ms);
}

function isWorthIt({ operation, settings: { service } }: Pick<Call, 'operation' | 'settings'>, error: unknown) {
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
