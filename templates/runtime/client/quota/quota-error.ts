import type { DailyQuota, SpentError } from '../../daily-quota.js';
import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import { nextReset } from './quota-ledger.js';

/** What a `QuotaError` is made of. */
export interface QuotaErrorFields extends ApiErrorFields {
  readonly resetsAt: Date;
}

/** The service's daily budget is spent: no call succeeds before `resetsAt`. */
export class QuotaError<Reason extends string = string> extends ApiError<Reason> {
  static override readonly '~speccast': string = 'QuotaError';

  /** When the budget is full again. */
  declare readonly resetsAt: Date;

  // oxlint-disable-next-line no-useless-constructor -- its fields are more than those of its base
  constructor(operation: string, message: string, fields: QuotaErrorFields) {
    super(operation, message, fields);
  }
}

/** Describes a daily budget, for the descriptor of a service. */
export function dailyQuota(
  timeZone: string,
  reasons: readonly string[],
  errors: readonly SpentError[] = [],
): DailyQuota {
  return {
    reasons,
    errors,
    timeZone,
    toError: (operation, message, fields, now) =>
      new QuotaError(operation, message, { ...fields, resetsAt: new Date(nextReset(timeZone, now)) }),
  };
}
