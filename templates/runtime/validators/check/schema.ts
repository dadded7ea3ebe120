import type { RecursivePredicate, IssueContext, Location } from './context.js';

/**
 * The form of a schema for collecting issues: the types that a value may have, separated by spaces (`''` for any type), alone or before
 * keywords: `['string null', [checkLength, 1, 10]]`; or a reference to another schema.
 */
export type Schema = string | Reference | readonly [types: string, ...keywords: readonly (Keyword | Reference)[]];

/** Returns a schema, which may be declared later: a part of the schema around it, or one with its own pointer. */
export type Reference = () => Schema | NamedSchema;

/** A schema with a pointer: the target of a `$ref`, or the root of a validator. */
export interface NamedSchema {
  /** JSON pointer in the spec: `#/components/schemas/Video`. */
  readonly pointer: string;
  readonly schema: Schema;
  /** Returns whether a value matches, so that no issues have to be collected. Absent if that takes more than the value. */
  readonly is?: (value: unknown) => boolean;
  /** Collects the issues of a value, if the schema is recursive. */
  readonly enter?: (context: IssueContext, value: unknown, schema: RecursiveSchema) => boolean;
  /** Returns whether a value matches, if the schema is recursive. */
  readonly matches?: RecursivePredicate;
}

/** A schema with a function that checks a value. */
export type CheckedSchema = NamedSchema & Required<Pick<NamedSchema, 'is'>>;

/** The parts of a recursive schema that `enter` needs. */
export type RecursiveSchema = Pick<NamedSchema, 'pointer' | 'schema' | 'matches'>;

/** A keyword: the function that checks it, and its arguments. */
export type Keyword = readonly [check: Check, ...args: readonly unknown[]];

/** Collects the issues of a value by one keyword; returns true if collecting is over. */
export type Check = (at: Location, ...args: never[]) => boolean;

/** Returns whether a value matches a schema whose issues are not reported, such as that of `not`. */
export type Verdict = (value: unknown, context: IssueContext) => boolean;
