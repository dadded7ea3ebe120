import type { RecursivePredicate, IssueContext, Location } from './context.js';

/**
 * A schema as issues are collected by it: the types that a value may have, with spaces between them (`''` for any type), alone or
 * before keywords that say more; or a reference to a schema.
 */
export type Schema = string | Reference | readonly [types: string, ...keywords: readonly (Keyword | Reference)[]];

/** Returns a schema when it is needed: one that is part of the schema around it, or one with its own pointer. */
export type Reference = () => Schema | NamedSchema;

/** A schema that `$ref` can resolve to, and the root of every validator. */
export interface NamedSchema {
  /** JSON pointer in the spec: `#/components/schemas/Video`. */
  readonly pointer: string;
  readonly schema: Schema;
  /** Tests a value: one that matches is not looked into. Absent if the test needs more than the value. */
  readonly is?: (value: unknown) => boolean;
  /** Collects the issues of a value by a schema that can come back to itself. */
  readonly enter?: (context: IssueContext, value: unknown, schema: RecursiveSchema) => boolean;
  /** Tests a value by a schema that remembers verdicts. */
  readonly matches?: RecursivePredicate;
}

/** A schema with a function that tests a value. */
export type CheckedSchema = NamedSchema & Required<Pick<NamedSchema, 'is'>>;

/** The parts of a schema that can come back to itself which `enter` needs. */
export type RecursiveSchema = Pick<NamedSchema, 'pointer' | 'schema' | 'matches'>;

/** A keyword: the function that checks it, and its arguments. */
export type Keyword = readonly [check: Check, ...says: readonly unknown[]];

/** Collects the issues of a value by one keyword; returns true if collecting is over. */
export type Check = (at: Location, ...says: never[]) => boolean;

/** Tests a value against a schema of which no issue is reported, such as that of `not`. */
export type Verdict = (value: unknown, context: IssueContext) => boolean;
