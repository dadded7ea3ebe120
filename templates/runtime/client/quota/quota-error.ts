import { ApiError, type ApiErrorFields } from '../errors/api-error.js';
import { nextReset } from './next-reset.js';

/** A budget of a service that is whole again every midnight. */
export interface DailyQuota {
  /** Reasons that say that it is spent. */
  readonly reasons: readonly string[];
  /** Whose midnight: `America/Los_Angeles`. */
  readonly timeZone: string;
  /** Makes the error of an answer that says that it is spent. */
  readonly toError: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError;
}

/** What a `QuotaError` is made of. */
export interface QuotaErrorFields extends ApiErrorFields {
  readonly resetsAt: Date;
}

/** The service's daily budget is spent: no call succeeds before `resetsAt`. */
export class QuotaError<Reason extends string = string> extends ApiError<Reason> {
  static override readonly '~speccast': string = 'QuotaError';

  /** When the budget is whole again. */
  declare readonly resetsAt: Date;

  // oxlint-disable-next-line no-useless-constructor -- its fields are more than those of its base
  constructor(operation: string, message: string, fields: QuotaErrorFields) {
    super(operation, message, fields);
  }
}

/** Describes a daily budget, for the descriptor of a service. */
export function dailyQuota(timeZone: string, reasons: readonly string[]): DailyQuota {
  return {
    reasons,
    timeZone,
    toError: (operation, message, fields, now) =>
      new QuotaError(operation, message, { ...fields, resetsAt: new Date(nextReset(timeZone, now)) }),
  };
}
