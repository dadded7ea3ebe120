import type { Found, Issue, IssueContext } from './context.js';
import type { NamedSchema } from './schema.js';

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
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Options of Standard Schema: whatever a library adds; validators take none. */
export interface ValidateOptions {
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of Standard JSON Schema: the dialect wanted, `draft-2020-12`, `draft-07`, `openapi-3.0` or `openapi-3.1`. */
export interface JsonSchemaOptions extends ValidateOptions {
  readonly target: string;
}

/** The Standard Schema 1.1 interface; what comes out is what went in, unless a codec decodes it. */
export interface StandardProperties<T, Output = T> {
  readonly version: 1;
  readonly vendor: 'speccast';
  /** For the compiler alone; absent at run time. */
  readonly types?: { readonly input: T; readonly output: Output } | undefined;
  readonly validate: (value: unknown, options?: ValidateOptions) => StandardResult<Output>;
  /** The same schema both ways: validating changes nothing. Throws where a target cannot express it. */
  readonly jsonSchema: {
    readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
    readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
  };
}

/** Rules of a request that JSON Schema has no words for: `x-parameter-rules` and `x-body-rules` of the spec. */
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
 * Validates values against one schema; never throws and never changes the value. `T` is what is on the wire, which `is` and
 * `check` look at; Standard Schema gives what callers have.
 */
export interface Validator<T, Domain = T> {
  /** Whether the value matches; the fast way, without reasons. */
  readonly is: (value: unknown) => value is T;
  /** The reasons why it does not match, as many as the limit allows; empty when it does. */
  readonly check: (value: unknown, options?: CheckOptions) => readonly Issue[];
  readonly '~standard': StandardProperties<T, Domain>;
  /** Rules that it checks beside the schema. */
  readonly rules?: RequestRules;
}

/** What a generated validator is made of. */
export interface ValidatorParts<T> {
  readonly is: (value: unknown) => value is T;
  /** What issues are collected by. */
  readonly schema: NamedSchema;
  /** Collects instead of `collect`, where the schema remembers what it found. */
  readonly collectFromRoot?: (context: IssueContext, value: unknown, parts: ValidatorParts<unknown>) => Found[];
  /** What its JSON Schema is registered under. Default: the pointer. */
  readonly name?: string;
  /** The registry of the package. Default: one that all share. */
  readonly registry?: SchemaRegistry;
}

/** Writes the JSON Schema that is registered under a key: `#/components/schemas/Video`, `videosListParameters`. */
export type WriteSchema = (key: string, options: JsonSchemaOptions) => Record<string, unknown>;

/**
 * How the schemas of a package are written, once they are registered: a bundle in which nobody asks for them need not hold
 * them. Each package has a registry of its own, for several of them share one runtime.
 */
export interface SchemaRegistry {
  write?: WriteSchema;
}
