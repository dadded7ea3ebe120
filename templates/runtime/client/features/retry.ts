import { ApiError } from '../errors/api-error.js';
import { ConnectionError, TimeoutError } from '../errors/errors.js';
import { pause, type Scope } from '../options/scope.js';
import type { CallOptions, CoreFeature, Call, Sending } from '../options/options.js';
import type { RetryOptions } from '../options/option-types.js';

/** The feature that sends failed calls again, at most twice by default: the option `retry`. */
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

/** Expands the short forms of the option: `3` → `{ attempts: 4 }`, `false` → `{ attempts: 1 }`. */
export function readRetryRules(given: CallOptions['retry']): RetryOptions {
  if (typeof given === 'object') return given;
  return given === undefined ? {} : { attempts: +given + 1 };
}

/** Returns the milliseconds to wait after attempt number `attempt`; `undefined` if the call is not sent again. */
export function retryDelay(
  call: Pick<Call, 'operation' | 'options' | 'settings'>,
  error: unknown,
  attempt: number,
): number | undefined {
  const rules = readRetryRules(call.options.retry);
  const { attempts = 3, baseDelayMs = 500, maxDelayMs = 8_000, maxRetryAfterMs = 60_000, shouldRetry } = rules;
  if (attempt >= attempts) return undefined;
  if (!(shouldRetry?.(error, { operation: call.operation.id, attempt }) ?? isWorthIt(call, error))) return undefined;
  const stated = ApiError.is(error) ? error.retryAfterMs : undefined;
  if (stated !== undefined) return stated <= maxRetryAfterMs ? stated : undefined;
  const random = call.options.clock?.random?.() ?? Math.random();
  return Math.floor(random * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}

/** Logs and publishes that a call will be sent again. */
export function reportRetry(sending: Sending, delayMs: number, error: unknown): void {
  sending.log?.info(`${sending.operation.id}: sending again in ${delayMs} ms after: ${String(error)}`);
  sending.settings.hooks.publish?.('retry', sending, { attempt: sending.attempts, delayMs, error });
}

/** Waits before a request is sent again, with the option `clock` of the client. */
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
  // Not `instanceof QuotaError`: bundles of services without a quota do not contain that class.
  if ('resetsAt' in error) return false;
  if (service.finalReasons?.includes(reason)) return false;
  return service.retryReasons?.includes(reason) || /^(408|429|50[0234])$/.test(String(status));
}
