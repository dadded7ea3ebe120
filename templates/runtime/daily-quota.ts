import type { ApiError, ApiErrorFields } from './client/errors/api-error.js';

/** An error that says that a budget is spent, though others have its reason, too. */
export interface SpentError {
  /** Any, where absent. */
  readonly status?: number;
  readonly reason: string;
  /** A part of its message, in upper or lower case: `per day`. */
  readonly message: string;
}

/** A budget of a service that is full again every midnight. */
export interface DailyQuota {
  /** Makes the error of a response that says that it is spent; `undefined` for any other. */
  readonly toError: (operation: string, message: string, fields: ApiErrorFields, now: number) => ApiError | undefined;
}
