import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import { nextReset } from './quota-ledger.js';
import type { CoreFeature } from '../options/options.js';

/** Fields of a `QuotaError`. */
export interface QuotaErrorFields extends ApiErrorFields {
  readonly resetsAt: Date;
}

/** Thrown when the daily quota of the service is used up: calls fail until `resetsAt`. */
export class QuotaError<Reason extends string = string> extends ApiError<Reason> {
  static override readonly '~speccast': string = 'QuotaError';

  /** Time when the quota is reset. */
  declare readonly resetsAt: Date;

  // oxlint-disable-next-line no-useless-constructor -- its fields are more than those of its base
  constructor(operation: string, message: string, fields: QuotaErrorFields) {
    super(operation, message, fields);
  }
}

/** An error that means that the quota is used up, if its reason alone is ambiguous. */
export interface SpentError {
  /** Status of the error. Default: any. */
  readonly status?: number;
  readonly reason: string;
  /** A part of its message, in any case: `per day`. */
  readonly message: string;
}

/**
 * Creates the feature for a service with a daily quota, which is reset at midnight in a time zone: `America/Los_Angeles`. Errors with one
 * of the reasons, or that match one of `errors`, become a `QuotaError`.
 */
export function dailyQuota(
  timeZone: string,
  reasons: readonly string[],
  errors: readonly SpentError[] = [],
): CoreFeature<never> {
  return {
    toError: (operation, message, fields, now) => {
      const { status, reason = '' } = fields;
      const isSpent = (one: SpentError) =>
        one.reason === reason &&
        (one.status ?? status) === status &&
        message.toLowerCase().includes(one.message.toLowerCase());
      return reasons.includes(reason) || errors.some(isSpent)
        ? new QuotaError(operation, message, { ...fields, resetsAt: new Date(nextReset(timeZone, now)) })
        : undefined;
    },
  };
}
