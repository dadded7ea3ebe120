import type { Issue } from '../../validators/check/context.js';
import { ClientError, type ErrorFields } from '../errors/errors.js';

/** A request or an answer is not what the spec declares, and the option `validate` says to refuse it. */
export class ValidationError extends ClientError {
  static override readonly '~speccast': string = 'ValidationError';

  /** Which of the two; a refused request has not been sent. */
  declare readonly side: 'request' | 'response';
  /** What is wrong: paths of a request begin with the parameter, or with `body`. */
  declare readonly issues: readonly Issue[];

  constructor(operation: string, message: string, fields: ErrorFields & Pick<ValidationError, 'side' | 'issues'>) {
    super(operation, `${operation}: ${message}`, fields);
  }
}
