import type { Json } from '../json.js';

/** The types that have keywords of their own. A keyword of a group applies to values of that type only. */
export type KeywordGroup = 'string' | 'number' | 'array' | 'object';

/** The kind of value that a keyword takes; the spec check has a rule for each, the metaschemas of 2020-12 a schema. */
export type Takes =
  | 'any'
  | 'flag'
  | 'flags'
  | 'text'
  | 'regex'
  | 'number'
  | 'positive'
  | 'count'
  | 'list'
  | 'texts'
  | 'textLists'
  | 'types'
  | 'schema'
  | 'schemas'
  | 'namedSchemas'
  | 'namedProperties'
  | 'dependencies'
  | 'discriminator'
  | 'externalDocs'
  | 'xml';

/** The document that defines a keyword: a vocabulary of JSON Schema 2020-12, OpenAPI, or an older draft. */
export type Vocabulary =
  | 'core'
  | 'applicator'
  | 'unevaluated'
  | 'validation'
  | 'meta-data'
  | 'format-annotation'
  | 'content'
  | 'openapi'
  | 'older';

/** The drafts of JSON Schema that are read, by number or year: draft-04 to draft-07, 2019-09 and 2020-12. */
export type Draft = 4 | 6 | 7 | 2019 | 2020;

/** The limit of a value or its size: `minimum` is a lower one, `maxLength` an upper one. */
export interface Limit {
  readonly isLower: boolean;
  readonly isExclusive?: true;
  /** Name in docs of one thing that is counted: `character`. Default: nothing is counted, the number itself is limited. */
  readonly of?: string;
  /** The upper limit that belongs to this lower one. */
  readonly upper?: string;
}

/** The rule by which `diff` compares a keyword that is no limit. */
export type Comparison =
  /** A multiple of the old value allows fewer values. */
  | { readonly kind: 'step' }
  /** `true` allows fewer values than `false`. */
  | { readonly kind: 'flag'; readonly stated: string; readonly dropped: string }
  /** Two different values cannot be compared. */
  | { readonly kind: 'text'; readonly code: 'pattern' | 'encoding' }
  /** Compared as a whole, together with the keywords that change what it means. */
  | { readonly kind: 'condition'; readonly beside?: readonly string[] };

/** An operator of a comparison in generated code. */
export type Operator = '===' | '>=' | '<=' | '>' | '<';

/** An expression of generated code that is true for valid values: a comparison, or the call of a function. */
export type Test = string | readonly [left: string, operator: Operator, right: string];

/** The functions that write the parts of the code for a keyword. */
export interface AssertionCode {
  /** Returns the local name of a function of the validators' runtime, which the generated file then imports. */
  readonly use: (file: string, name: string) => string;
  /** Prints a value as source text. */
  readonly literal: (value: Json) => string;
  /** Returns the name of the constant that holds a regular expression. */
  readonly regex: (pattern: string) => string;
  /** Returns the value of another keyword of the same schema, if it asserts something. */
  readonly beside: (keyword: string) => Json | undefined;
}

/** All that is known of a keyword; `T` is the type of its value. */
export interface Keyword<T = never> {
  readonly takes: Takes;
  /** Default: `validation`. */
  readonly vocabulary?: Vocabulary;
  /** The first draft that has the keyword. Default: all have it. */
  readonly since?: Draft;
  /** Value that means the same as its absence, where the metaschema names one. */
  readonly default?: Json;
  /** True if its subschemas apply to the value itself. Default: to parts of it. */
  readonly isInPlace?: true;
  /** The key that a lowered schema has for the names of its entries. */
  readonly nameKey?: 'name' | 'pattern' | 'property';
  /** True if issues name this keyword when a subschema does not match. Default: they name it only for a subschema that is `false`. */
  readonly isReported?: boolean;
  /** True if the order of what it lists means nothing. */
  readonly isUnordered?: true;
  /** The most entries that a spec may list under it. */
  readonly mostEntries?: number;
  /** True if its assertion loops over the items of the value. */
  readonly isLoop?: true;
  readonly limit?: Limit;
  readonly comparison?: Comparison;
  /** Writes the sentence of docs, if there is one: `A multiple of 5.`; `code` writes code in Markdown. */
  note?(value: T, code: (text: string) => string): string | undefined;
  /** Writes the test that must hold for the value that an expression reads; a keyword that has this asserts by itself. */
  is?(value: string, argument: T, code: AssertionCode): Test;
  /**
   * Writes the arguments of the runtime's function that reports the issue: `checkMinLength` of `keywords/strings` for `minLength`.
   * Default: one argument, the value of the keyword.
   */
  says?(argument: T, code: AssertionCode): readonly string[];
}

/** A table of keywords by name: one for each member of an interface. */
export type Keywords<Rules> = { readonly [Name in keyof Rules]-?: Keyword<NonNullable<Rules[Name]>> };
