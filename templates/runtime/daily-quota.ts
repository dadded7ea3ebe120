import type { ApiError, ApiErrorFields } from './client/errors/api-error.js';

/** Marks of an error that means that a budget is spent: other errors may have the same reason. */
export interface SpentError {
  /** Default: any. */
  readonly status?: number;
  readonly reason: string;
  /** A part of its message, in upper or lower case: `per day`. */
  readonly message: string;
}

/** A budget of a service that is full again every midnight. */
export interface DailyQuota {
  /** Makes the error of a response that means that the budget is spent; `undefined` for any other response. */
  readonly toError: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError | undefined;
}
