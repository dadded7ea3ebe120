import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import { nextReset } from './quota-ledger.js';
import type { CoreFeature } from '../options/options.js';

/** Fields of a `QuotaError`. */
export interface QuotaErrorFields extends ApiErrorFields {
  readonly resetsAt: Date;
}

/** The service's daily budget is spent: no call succeeds before `resetsAt`. */
export class QuotaError<Reason extends string = string> extends ApiError<Reason> {
  static override readonly '~speccast': string = 'QuotaError';

  /** Time when the budget is full again. */
  declare readonly resetsAt: Date;

  // oxlint-disable-next-line no-useless-constructor -- its fields are more than those of its base
  constructor(operation: string, message: string, fields: QuotaErrorFields) {
    super(operation, message, fields);
  }
}

/** An error that says that a budget is spent, though others have its reason, too. */
export interface SpentError {
  /** Any, where absent. */
  readonly status?: number;
  readonly reason: string;
  /** A part of its message, in upper or lower case: `per day`. */
  readonly message: string;
}

/**
 * Makes the feature for a service with a daily budget: the time zone whose midnight fills it again (`America/Los_Angeles`), reasons that
 * mean that it is spent, and errors that mean it with a reason of several meanings.
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
