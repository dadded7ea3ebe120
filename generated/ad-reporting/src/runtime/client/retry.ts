import type { HttpMethod } from '../operation.js';
import { ApiError } from './api-error.js';
import { ConnectionError, TimeoutError } from './errors.js';
import type { CallOptions, Clock, RetryOptions } from './options.js';

/** Retry options with nothing left out. */
export type RetryRules = { readonly [Name in keyof RetryOptions]-?: number };

/** What the decision about a retry depends on. */
export interface FailedAttempt {
  readonly error: unknown;
  /** Counts from 1. */
  readonly attempt: number;
  readonly method: HttpMethod;
  /** Whether the body can be sent again. */
  readonly repeatable: boolean;
}

const defaults: RetryRules = { attempts: 3, baseDelayMs: 500, maxDelayMs: 8_000, maxRetryAfterMs: 60_000 };
const passing: readonly number[] = [408, 429, 500, 502, 503, 504];
const safe: readonly HttpMethod[] = ['GET', 'HEAD', 'OPTIONS'];

/** Fills in what the caller left out. */
export function readRetryRules(given: CallOptions['retry']): RetryRules {
  if (given === false) return { ...defaults, attempts: 1 };
  if (typeof given === 'number') return { ...defaults, attempts: given + 1 };
  return {
    attempts: given?.attempts ?? defaults.attempts,
    baseDelayMs: given?.baseDelayMs ?? defaults.baseDelayMs,
    maxDelayMs: given?.maxDelayMs ?? defaults.maxDelayMs,
    maxRetryAfterMs: given?.maxRetryAfterMs ?? defaults.maxRetryAfterMs,
  };
}

/** Milliseconds to pause before sending again; `undefined`: the call has failed. */
export function retryDelay(failed: FailedAttempt, rules: RetryRules, clock: Clock): number | undefined {
  if (failed.attempt >= rules.attempts || !isWorthIt(failed)) return undefined;
  const asked = failed.error instanceof ApiError ? failed.error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= rules.maxRetryAfterMs ? asked : undefined;
  const ceiling = Math.min(rules.maxDelayMs, rules.baseDelayMs * 2 ** (failed.attempt - 1));
  return Math.floor(clock.random() * ceiling);
}

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date); `undefined` where it is absent or nonsense. */
export function readRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  // Date.parse alone takes far more than dates: `-5`, `1.5`.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function isWorthIt({ error, method, repeatable }: FailedAttempt): boolean {
  if (error instanceof ConnectionError && !error.mayHaveBeenProcessed) return repeatable;
  if (!repeatable || !safe.includes(method)) return false;
  if (error instanceof ApiError) return passing.includes(error.status);
  return error instanceof ConnectionError || (error instanceof TimeoutError && error.of === 'attempt');
}
