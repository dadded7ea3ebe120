import type { RecursivePredicate, IssueContext } from './context.js';

/**
 * What values are checked against: the types that a value may have, with spaces between them (`''` where it may have any, `never`
 * where it may have none), alone or before keywords that say more; or a reference to that.
 */
export type Schema = string | Reference | readonly [types: string, ...keywords: readonly (Keyword | Reference)[]];

/** Finds a schema when it is needed: one that is part of the schema around it, or one with a pointer of its own. */
export type Reference = () => Schema | NamedSchema;

/** A schema that `$ref` can resolve to, and the root of every validator. */
export interface NamedSchema {
  /** JSON pointer in the spec: `#/components/schemas/Video`. */
  readonly pointer: string;
  readonly schema: Schema;
  /** Says whether a value matches: what does is not looked into. Absent where that takes more than the value. */
  readonly is?: (value: unknown) => boolean;
  /** How it is entered, where it can come back to itself. */
  readonly enter?: (context: IssueContext, value: unknown, schema: RecursiveSchema) => boolean;
  /** Says whether a value matches, where verdicts are remembered. */
  readonly matches?: RecursivePredicate;
}

/** A schema with a function that says whether a value matches. */
export type CheckedSchema = NamedSchema & Required<Pick<NamedSchema, 'is'>>;

/** What entering a schema that can come back to itself needs of it. */
export type RecursiveSchema = Pick<NamedSchema, 'pointer' | 'schema' | 'matches'>;

/** A keyword: the function that checks it, and its arguments. */
export type Keyword = readonly [check: Check, ...says: readonly unknown[]];

/** Collects the issues of a value by one keyword; tells whether collecting is over. */
export type Check = (at: Location, ...says: never[]) => boolean;

/** A value, and the JSON pointer of the schema that it is checked against. */
export interface Location {
  readonly context: IssueContext;
  readonly value: unknown;
  readonly schema: string;
}

/** Says whether a value matches a schema that no issue is told by. */
export type Verdict = (value: unknown, context: IssueContext) => boolean;
