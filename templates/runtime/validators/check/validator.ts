import type { Found, Issue, IssueContext, Lenience } from './context.js';
import type { NamedSchema } from './schema.js';

/** Options of a check. */
export interface CheckOptions {
  /**
   * Most issues to list: a whole number from 1 on, or `Infinity`. Default: 100. Anything less counts as 1, and a fraction is
   * rounded down. If there are more issues, the last one listed says so (`maxIssues`); with 1 the check ends at the first.
   */
  readonly limit?: number | undefined;
}

/** Option of `check` that makes it lenient. `createLenientCheck` passes it; it is no part of the public interface. */
export interface LenientOptions {
  readonly lenience?: Lenience | undefined;
}

/** Outcome of a Standard Schema validation. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Options that libraries pass by Standard Schema. Validators ignore them. */
export interface ValidateOptions {
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of Standard JSON Schema: the dialect, `draft-2020-12`, `draft-07`, `openapi-3.0` or `openapi-3.1`. */
export interface JsonSchemaOptions extends ValidateOptions {
  readonly target: string;
}

/** The Standard Schema 1.1 interface. The output is the input, unless a codec decodes it. */
export interface StandardProperties<T, Output = T> {
  readonly version: 1;
  readonly vendor: 'speccast';
  /** Types for the compiler; absent at run time. */
  readonly types?: { readonly input: T; readonly output: Output } | undefined;
  readonly validate: (value: unknown, options?: ValidateOptions) => StandardResult<Output>;
  /** Both write the same schema, since validating changes nothing. They throw if a target cannot express it. */
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
}

/** Rules of a request that JSON Schema cannot express: `x-parameter-rules` and `x-body-rules` of the spec. */
export interface RequestRules {
  readonly exactlyOne?: readonly string[];
  readonly atMostOne?: readonly string[];
  /** Parameters, and those that they exclude: `{ id: ['pageToken'] }`. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** Parameters, and those that they need: `{ location: 'radius', duration: { type: 'video' } }`. */
  readonly requires?: Readonly<Record<string, string | readonly string[] | Readonly<Record<string, unknown>>>>;
  /** Texts of a body by path: `{ 'snippet.title': { atMost: 100 } }`. */
  readonly lengths?: Readonly<Record<string, LengthRule>>;
}

/** The length of a text, and the characters that it must not contain. */
export interface LengthRule {
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * Default: `characters` (code points). `bytes` are those of UTF-8. `list` counts the characters of all texts as one list: commas
   * between them, and quotes around those with a blank (`"foo bar",b`).
   */
  readonly unit?: 'characters' | 'bytes' | 'list';
  readonly without?: string;
}

/**
 * Validates values against one schema; never throws and never changes the value. `T` is the type on the wire, which `is` and
 * `check` look at; `Domain` is the type that callers have, which Standard Schema returns.
 */
export interface Validator<T, Domain = T> {
  /** Tests the value, without reasons: the fast way. */
  readonly is: (value: unknown) => value is T;
  /** Lists the reasons why the value does not match, as many as the limit allows; empty if it matches. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly Issue[];
  readonly '~standard': StandardProperties<T, Domain>;
  /** Rules that the validator checks beside the schema. */
  readonly rules?: RequestRules;
}

/** Parts of a generated validator. */
export interface ValidatorParts<T> {
  readonly is: (value: unknown) => value is T;
  /** Data by which issues are collected. */
  readonly schema: NamedSchema;
  /** Collects instead of `collect` if the schema remembers issues. */
  readonly collectFromRoot?: (context: IssueContext, value: unknown, parts: ValidatorParts<unknown>) => Found[];
  /** Key under which its JSON Schema is registered. Default: the pointer. */
  readonly name?: string | undefined;
  /** Registry of the package. Default: one that all validators without a registry share. */
  readonly registry?: SchemaRegistry | undefined;
}

/** Writes the JSON Schema that is registered under a key: `#/components/schemas/Video`, `videosListParameters`. */
export type WriteSchema = (key: string, options: JsonSchemaOptions) => Record<string, unknown>;

/**
 * Holds the function that writes the JSON Schemas of a package, once they are registered: a bundle that never asks for JSON
 * Schemas need not contain them. Each package has its own registry, because several packages share one runtime.
 */
export interface SchemaRegistry {
  write?: WriteSchema;
}
