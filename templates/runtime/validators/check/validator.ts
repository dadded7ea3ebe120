import type { Found, Issue, IssueContext, Lenience } from './context.js';
import type { NamedSchema } from './schema.js';

/** Options of a check. */
export interface CheckOptions {
  /**
   * Maximum number of issues to list, 1 or more. Default: 100. If there are more issues, the last one states that (`maxIssues`), except
   * with the limit 1, with which the check ends at the first issue.
   */
  readonly limit?: number | undefined;
}

/** The option that makes `check` lenient. It is internal: `createLenientCheck` passes it. */
export interface LenientOptions {
  readonly lenience?: Lenience | undefined;
}

/** The outcome of a Standard Schema validation. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Options that libraries may pass to `validate` of Standard Schema. Validators ignore them. */
export interface ValidateOptions {
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of Standard JSON Schema. */
export interface JsonSchemaOptions extends ValidateOptions {
  /** The dialect: `draft-2020-12`, `draft-07`, `openapi-3.0` or `openapi-3.1`. */
  readonly target: string;
}

/** The interface of Standard Schema 1.1. The output is the same as the input, unless codecs decode it. */
export interface StandardProperties<T, Output = T> {
  readonly version: 1;
  readonly vendor: 'speccast';
  /** Types for the compiler; absent at run time. */
  readonly types?: { readonly input: T; readonly output: Output } | undefined;
  readonly validate: (value: unknown, options?: ValidateOptions) => StandardResult<Output>;
  /** Both functions return the same schema, because validation changes nothing. They throw if the target cannot express it. */
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
}

/** Rules of a request that JSON Schema cannot express: `x-parameter-rules` and `x-body-rules` of the spec. */
export interface RequestRules {
  readonly exactlyOne?: readonly string[];
  readonly atMostOne?: readonly string[];
  /** Parameters by those that exclude them: with `{ id: ['pageToken'] }`, `id` cannot be sent with `pageToken`. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /** Parameters, names or values, that others need: `{ location: 'radius', duration: { type: 'video' } }`. */
  readonly requires?: Readonly<Record<string, string | readonly string[] | Readonly<Record<string, unknown>>>>;
  /** Lengths of strings in the body, by path: `{ 'snippet.title': { atMost: 100 } }`. */
  readonly lengths?: Readonly<Record<string, LengthRule>>;
}

/** The limits of the length of a string, and the characters that it must not contain. */
export interface LengthRule {
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * Unit of the length: `characters` (code points, the default), `bytes` of UTF-8, or `list`: the characters of an array of strings,
   * written with commas between them and quotes around those with a blank (`"foo bar",b`).
   */
  readonly unit?: 'characters' | 'bytes' | 'list';
  readonly without?: string;
}

/**
 * A validator of one schema. It never throws and never changes the value. `T` is the type on the wire, which `is` and `check` check;
 * `Domain` is the type in the program, which the Standard Schema returns.
 */
export interface Validator<T, Domain = T> {
  /** Returns whether a value matches: `if (isPet.is(value))`. Faster than `check`. */
  readonly is: (value: unknown) => value is T;
  /** Returns the reasons why a value does not match, at most `limit`; empty if it matches. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly Issue[];
  readonly '~standard': StandardProperties<T, Domain>;
  /** Rules that the validator checks besides the schema. */
  readonly rules?: RequestRules;
}

/** Parts of a generated validator. */
export interface ValidatorParts<T> {
  readonly is: (value: unknown) => value is T;
  /** The schema, in the form for collecting issues. */
  readonly schema: NamedSchema;
  /** Collects the issues if the schema is recursive. Default: `collect`. */
  readonly collectFromRoot?: (context: IssueContext, value: unknown, parts: ValidatorParts<unknown>) => Found[];
  /** Key of its JSON Schema in the registry. Default: the pointer. */
  readonly name?: string | undefined;
  /** Registry of the package. Default: the common registry of all validators without one. */
  readonly registry?: SchemaRegistry | undefined;
}

/** Returns the JSON Schema with a key: `#/components/schemas/Video` or `videosListParameters`. */
export type WriteSchema = (key: string, options: JsonSchemaOptions) => Record<string, unknown>;

/**
 * The registry of a package with the function that writes its JSON Schemas, once that is loaded: bundles without JSON Schemas need not
 * contain them. Each package has its own registry, because several packages may share one copy of the runtime.
 */
export interface SchemaRegistry {
  write?: WriteSchema;
}
