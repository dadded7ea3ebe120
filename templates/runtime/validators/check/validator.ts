import type { Memo } from './memo.js';
import type { NamedSchema } from './schema.js';
import type { SchemaRegistry } from '../json-schema/standard-schema.js';

/** One reason why a value does not match its schema. */
export interface Issue {
  readonly message: string;
  /** Way to the value: property names, and numbers for array indices. */
  readonly path: readonly (string | number)[];
  /** JSON Schema keyword that failed: `required`. */
  readonly keyword: string;
  /** JSON pointer of the keyword in the spec: `#/components/schemas/Video/required`. */
  readonly schema: string;
}

/** What a collector found: an issue, or what a lenient check notes besides. */
export interface Found extends Issue {
  /** Grows on the way out, so that it is backwards until the check is over. */
  readonly path: (string | number)[];
  /**
   * Absent from issues. `'drift'` is what a lenient check lets pass; an object is one whose properties the schema declares:
   * `schema` is then the pointer of that schema.
   */
  readonly note?: 'drift' | object;
}

/** What collectors share in one check; all of them read and write it. */
export interface IssueContext extends Memo {
  /** What was found so far; `put` adds to it. */
  found: readonly Found[];
  /** How many issues there is still room for. */
  left: number;
  /** Levels of recursion still allowed. */
  depth: number;
  /** Alternatives that the outermost union and those inside it may still look into. */
  effort: number;
  /** Whether an alternative of a union is being tried. */
  isApart: boolean;
  /** Whether new texts of lists and properties that are not declared pass, and are noted. */
  readonly lenient: boolean;
}

/** Options of a check. */
export interface CheckOptions {
  /**
   * Most issues to list: a whole number from 1 on, or `Infinity`; 100 unless given. Anything less counts as 1, a fraction is
   * rounded down. Where there are more, the last one listed says so (`maxIssues`); with 1 the check ends at the first.
   */
  readonly limit?: number | undefined;
}

/** What a lenient check asks of `check` beside its options. */
export interface SiftOptions {
  /** Makes the check lenient: takes all that was found and leaves the issues. */
  readonly sift?: ((found: readonly Found[]) => Found[]) | undefined;
}

/** Outcome of a Standard Schema validation. */
export type StandardResult<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** Options of Standard Schema: whatever a library adds; validators take none. */
export interface ValidateOptions {
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of Standard JSON Schema: the dialect wanted, `draft-2020-12`, `draft-07`, `openapi-3.0` or `openapi-3.1`. */
export interface JsonSchemaOptions extends ValidateOptions {
  readonly target: string;
}

/** The Standard Schema 1.1 interface. */
export interface StandardProperties<T> {
  readonly version: 1;
  readonly vendor: 'speccast';
  /** For the compiler alone; absent at run time. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
  readonly validate: (value: unknown, options?: ValidateOptions) => StandardResult<T>;
  /** The same schema both ways: validating changes nothing. Throws where a target cannot express it. */
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
}

/** Judges values against one schema; never throws and never changes the value. */
export interface Validator<T> {
  /** Whether the value matches; the fast way, without reasons. */
  readonly is: (value: unknown) => value is T;
  /** The reasons why it does not match, as many as the limit allows; empty when it does. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly Issue[];
  readonly '~standard': StandardProperties<T>;
}

/** What a generated validator is made of. */
export interface ValidatorParts<T> {
  readonly is: (value: unknown) => value is T;
  /** What issues are collected by. */
  readonly schema: NamedSchema;
  /** Collects in place of `collect`, where the schema remembers what it found. */
  readonly collectWhole?: (context: IssueContext, value: unknown, parts: ValidatorParts<unknown>) => Found[];
  /** What its JSON Schema is registered under. Default: the pointer. */
  readonly name?: string;
  /** The registry of the package. Default: one that all share. */
  readonly registry?: SchemaRegistry;
}
