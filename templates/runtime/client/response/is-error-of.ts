import { accepts } from '../body/media.js';
import { ApiError } from '../errors/api-error.js';

/** A range of statuses in a spec. */
type Range = '4XX' | '5XX';
type NumberOf<Name> = Name extends `${infer Status extends number}` ? Status : never;
type FirstOf<Status> = Status extends `${infer First}${string}` ? First : never;

/** The statuses that callers can test for, from the bodies by status (`'404'`, `'4XX'`, `'default'`): any, if one is a range. */
export type ErrorStatus<Bodies> =
  | NumberOf<keyof Bodies>
  | Extract<keyof Bodies, Range>
  | ([Extract<keyof Bodies, Range | 'default'>] extends [never] ? never : number);

/** The body that the spec declares for a status, for its range, or as the default. */
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

/** An error of an operation, as a union with one type for each status. */
export type ErrorOf<Id, Bodies, Status extends number | string> = Status extends unknown
  ? ApiError & {
      readonly operation: Id;
      readonly status: Status extends number ? Status : number;
      readonly body: ErrorBody<Bodies, Status>;
    }
  : never;

/** The type of `isErrorOf`. `All` has the bodies of errors by operation and status. */
export interface IsErrorOf<All> {
  <E, Id extends keyof All & string, const Status extends ErrorStatus<All[Id]>>(
    error: E,
    operation: Id,
    ...statuses: readonly [Status, ...Status[]]
  ): error is E & ErrorOf<Id, All[Id], Status>;
}

/**
 * Returns whether a value is an `ApiError` of an operation, with one of the statuses and a body:
 * `isErrorOf(error, 'pets.get', 404, '5XX')`. False for HTML pages of proxies. Otherwise the body is not checked.
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
