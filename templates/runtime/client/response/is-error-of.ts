import { accepts } from '../body/media.js';
import { ApiError } from '../errors/api-error.js';

/** Statuses that a spec describes together. */
type Range = '4XX' | '5XX';
type NumberOf<Name> = Name extends `${infer Status extends number}` ? Status : never;
type FirstOf<Status> = Status extends `${infer First}${string}` ? First : never;

/** The statuses that callers can ask for, of the bodies of an operation by status (`'404'`, `'4XX'`, `'default'`): any where a range is among them. */
export type ErrorStatus<Bodies> =
  | NumberOf<keyof Bodies>
  | Extract<keyof Bodies, Range>
  | ([Extract<keyof Bodies, Range | 'default'>] extends [never] ? never : number);

/** The body that is documented for a status: by itself, by its range, or for all others. */
export type ErrorBody<Bodies, Status extends number | string> = number extends Status
  ? 'default' extends keyof Bodies
    ? Bodies[keyof Bodies]
    : unknown
  : Status extends Range
    ? { [Name in keyof Bodies]: FirstOf<Name> extends FirstOf<Status> ? Bodies[Name] : never }[keyof Bodies]
    : `${Status}` extends keyof Bodies
      ? Bodies[`${Status}`]
      : `${FirstOf<`${Status}`>}XX` extends infer Wide extends keyof Bodies
        ? Bodies[Wide]
        : 'default' extends keyof Bodies
          ? Bodies['default']
          : unknown;

/** An error of an operation, one type a status. */
export type ErrorOf<Id, Bodies, Status extends number | string> = Status extends unknown
  ? ApiError & {
      readonly operation: Id;
      readonly status: Status extends number ? Status : number;
      readonly body: ErrorBody<Bodies, Status>;
    }
  : never;

/** Tells whether a value is an error of an operation with one of some statuses; `All` has the bodies by operation and status. */
export interface IsErrorOf<All> {
  <E, Id extends keyof All & string, const Status extends ErrorStatus<All[Id]>>(
    error: E,
    operation: Id,
    ...statuses: readonly [Status, ...Status[]]
  ): error is E & ErrorOf<Id, All[Id], Status>;
}

/**
 * Tells whether a value is an `ApiError` of an operation with one of some statuses (`404`, `'4XX'`) and with a body. The page
 * of a proxy counts as none; what the service sends is otherwise taken to be what its spec says.
 */
export const isErrorOf: IsErrorOf<Readonly<Record<string, unknown>>> = (
  error: unknown,
  operation: string,
  ...statuses: readonly (number | string)[]
): error is never =>
  ApiError.is(error) &&
  error.operation === operation &&
  statuses.some((one) => one === error.status || one === `${String(error.status).charAt(0)}XX`) &&
  error.body !== undefined &&
  !(typeof error.body === 'string' && accepts('text/html', error.meta?.headers.get('content-type') ?? ''));
