import type { IssuePlace, PlaceOf } from './issue-places.js';
import type { CheckOptions, Validator } from '../check/validator.js';
import type { Issue } from '../check/context.js';

/** An issue that says where the spec states what it is about. */
export interface PlacedIssue extends Issue {
  /** Absent where that is no part of the spec: a metaschema. */
  readonly place?: IssuePlace;
}

/** A validator whose issues say where the spec states what they are about. */
export interface PlacedValidator<T> extends Validator<T> {
  readonly check: (value: unknown, options?: CheckOptions) => readonly PlacedIssue[];
}

/** Adds places to the issues of a validator. `root` is the pointer of its schema in the file that the places are of. */
export function withPlaces<T>(one: Validator<T>, root: string, placeOf: PlaceOf): PlacedValidator<T> {
  const withPlace = (issue: Issue): PlacedIssue => {
    const { schema, path } = issue;
    const place = placeOf({ schema: schema.startsWith('#') ? root + schema.slice(1) : schema, path });
    return place === undefined ? issue : { ...issue, place };
  };
  const check = (value: unknown, options?: CheckOptions): readonly PlacedIssue[] =>
    one.check(value, options).map(withPlace);
  return {
    ...one,
    check,
    '~standard': {
      ...one['~standard'],
      validate: (value) => (one.is(value) ? { value } : { issues: check(value) }),
    },
  };
}
