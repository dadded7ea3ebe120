import type { Position } from '../../diagnostics.js';
import type { ArrayKeywords } from '../../keywords/arrays.js';
import type { NumberRules } from '../../keywords/numbers.js';
import type { ObjectKeywords } from '../../keywords/objects.js';
import type { StringRules } from '../../keywords/strings.js';
import type { Combinators } from '../../keywords/values.js';
import type { Json, JsonObject } from '../../json.js';
import type { SchemaCodec } from './codec.js';

/** The seven types of JSON Schema. */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** Texts for people about a node of the spec. */
export interface Doc {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** The source of the fact: `pets.md:63`, or `public`. */
  readonly source?: string;
  /** Doc comments name the source. */
  readonly cited?: boolean;
  /** Reason why a parameter has no effect in the emulator (`x-without-effect`). */
  readonly withoutEffect?: string;
}

/** One property of an object schema, in the order of the spec. */
export interface Property {
  readonly name: string;
  /** Name for callers, where that is not its name on the wire. */
  readonly callersName?: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** A schema that applies to the properties whose name matches a pattern. */
export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

/** A schema that applies to the object when a property is present. */
export interface DependentSchema {
  /** Keyword with this schema. Default: `dependentSchemas`; older schemas have `dependencies`. */
  readonly keyword?: 'dependencies';
  readonly property: string;
  readonly schema: Schema;
}

/** Names that must be present when a property is present. */
export interface DependentRequired {
  /** Keyword with these names. Default: `dependentRequired`; older schemas have `dependencies`. */
  readonly keyword?: 'dependencies';
  readonly property: string;
  readonly required: readonly string[];
}

/** The property that tells values of a union apart; it never changes a validation outcome. */
export interface Discriminator {
  readonly property: string;
  /** Value of the property -> id of the schema. */
  readonly mapping: readonly { readonly value: string; readonly ref: string }[];
  /** The schema of every other value, and of objects without the property. */
  readonly defaultMapping?: { readonly ref: string };
}

/** Assertions on arrays. */
export type ArrayRules = ArrayKeywords<Schema>;

/** Assertions on objects. */
export interface ObjectRules extends ObjectKeywords<Schema> {
  readonly properties?: readonly Property[];
  /** Required names that `properties` does not list. */
  readonly requiredOnly?: readonly string[];
  /** Names of `requiredOnly` that the option for cases would change. */
  readonly unnamed?: readonly string[];
  readonly patternProperties?: readonly PatternProperty[];
  readonly dependentRequired?: readonly DependentRequired[];
  readonly dependentSchemas?: readonly DependentSchema[];
}

/**
 * A JSON Schema 2020-12 with its keywords sorted by what they validate. Subschemas are inline;
 * `$ref` is an id into `Api.schemas`. All parts present apply together, as in JSON Schema.
 */
export interface Schema extends Combinators<Schema> {
  readonly at: Position;
  /** `true` or `false`: a boolean schema, everything else absent. */
  readonly boolean?: boolean;
  /** Id of a schema in `Api.schemas`. */
  readonly ref?: string;
  readonly types?: readonly JsonType[];
  readonly enum?: readonly Json[];
  /** Wrapped, because `null` is a legal constant. */
  readonly const?: { readonly value: Json };
  readonly string?: StringRules;
  readonly number?: NumberRules;
  readonly array?: ArrayRules;
  readonly object?: ObjectRules;
  readonly discriminator?: Discriminator;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: { readonly value: Json };
  readonly examples?: readonly Json[];
  readonly title?: string;
  /** Codecs of its values, if callers have them in another type than the wire. */
  readonly codec?: SchemaCodec;
  /** Its form in XML: the object `xml` of OpenAPI. */
  readonly xml?: JsonObject;
  readonly doc: Doc;
  /** The `x-` extensions, as data. */
  readonly extensions?: JsonObject;
}

/** The direction in which a value is sent: `readOnly` properties are absent in a request, `writeOnly` ones in a response. */
export type Direction = 'request' | 'response';
