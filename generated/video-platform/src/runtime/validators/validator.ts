import type { JsonObject } from '../json.js';

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

/** Where a collector is in the value, and what it found. */
export interface IssueContext {
  /** Path of the value being judged; collectors push and pop. */
  readonly path: (string | number)[];
  readonly issues: Issue[];
  /** Most issues to collect. */
  readonly limit: number;
  /** Levels of recursion still allowed. */
  depth: number;
  /** Alternatives of unions that may still be looked into; shared by all parts of one check. */
  readonly effort: { left: number };
}

/** Collects every issue of a value (up to the context's limit). */
export type Collect = (value: unknown, context: IssueContext) => void;

/** Outcome of a Standard Schema validation. */
export type StandardResult<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** Options of Standard JSON Schema: the dialect wanted. */
export interface JsonSchemaOptions {
  readonly target: string;
}

/** The Standard Schema 1.1 interface. */
export interface StandardProperties<T> {
  readonly version: 1;
  readonly vendor: 'speccast';
  readonly types?: { readonly input: T; readonly output: T } | undefined;
  readonly validate: (value: unknown) => StandardResult<T>;
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
}

/** Judges values against one schema; never throws and never changes the value. */
export interface Validator<T> {
  /** Whether the value matches; the fast way, without reasons. */
  readonly is: (value: unknown) => value is T;
  /** All reasons why it does not match; empty when it does. */
  readonly check: (value: unknown) => readonly Issue[];
  readonly '~standard': StandardProperties<T>;
}

/** What a generated validator is made of. */
export interface ValidatorParts<T> {
  readonly is: (value: unknown) => value is T;
  readonly collect: Collect;
  /** The JSON Schema as the spec has it, made when first asked for. */
  readonly schema: () => JsonObject;
  /** Validators of the models that the schema refers to, by the text of the `$ref`. */
  readonly references?: () => Readonly<Record<string, Validator<unknown>>>;
}
