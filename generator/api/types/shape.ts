import type { Json } from '../../json.js';
import type { Doc } from './schema.js';
import { OPTIONS } from '../../options.js';

/** The content of a TypeScript type for a schema: one kind each, small enough to print in one function. */
export type Shape =
  | { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' | 'number' | 'string' }
  /** Raw bytes: a body or part that is not JSON. */
  | { readonly kind: 'binary' }
  | LiteralsShape
  /** Text with fixed pieces and any text between them: `accounts/` and the empty text are `` `accounts/${string}` ``. */
  | { readonly kind: 'template'; readonly texts: readonly string[] }
  /** An array of one shape. */
  | { readonly kind: 'array'; readonly items: Shape }
  | TupleShape
  | ObjectShape
  /** A named model, by id. */
  | { readonly kind: 'reference'; readonly model: string }
  /** One of several shapes. */
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  /** All of several shapes. */
  | { readonly kind: 'intersection'; readonly of: readonly Shape[] }
  /** A value that callers have as something else than the wire, whose shape is `wire`: what a codec of `Api.codecs` makes of it. */
  | { readonly kind: 'coded'; readonly codec: string; readonly wire: Shape }
  /** A shape in which callers have everything as it is on the wire: no codec can tell its alternatives apart. */
  | { readonly kind: 'wire'; readonly of: Shape }
  | BuiltInShape;

/** A set of JSON values. */
export interface LiteralsShape {
  readonly kind: 'literals';
  readonly values: readonly Json[];
  /** Further strings: any, where the spec says so beside an enum, or those that the service sent and the spec does not list. */
  readonly open: false | 'any' | 'unrecognized';
  /** The enum that has names for those of its values that are strings and numbers. */
  readonly constants?: Pick<EnumType, 'name' | 'style'>;
}

/** An array with known leading items; `rest` absent means "no further items". */
export interface TupleShape {
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
  /** Number of leading items that are always present. */
  readonly required: number;
  readonly rest?: Shape;
}

/** One member of an object shape. */
export interface Member {
  readonly name: string;
  /** Name for callers, where that is not its name on the wire. */
  readonly callersName?: string;
  readonly required: boolean;
  readonly shape: Shape;
  readonly doc: Doc;
  /** Facts a type cannot say (bounds, formats, defaults), one sentence each, for the doc comment. */
  readonly notes: readonly string[];
}

/** An object with known members and, where `rest` is present, further ones of that shape. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly rest?: Shape;
}

/** A type of the language that callers may pass beside what is sent, and that is written as text. */
export interface BuiltInShape {
  readonly kind: 'builtIn';
  readonly name: 'Date' | 'bigint';
}

/** A model as callers send it. */
export interface ModelInput {
  readonly name: string;
  readonly shape: Shape;
  /** Name of its type on the wire, where callers have values as something else. */
  readonly wire?: string;
}

/** All ways to write enums, the default first. */
export const ENUM_STYLES: typeof OPTIONS.enums.values = OPTIONS.enums.values;

/** A way to write the values of an enum: as their union, as an object of constants, or as an enum of TypeScript. */
export type EnumStyle = (typeof ENUM_STYLES)[number];

/** An enum whose values have names: a type, and what has the values at run time. */
export interface EnumType {
  /** Name of both: `BookGenre`. */
  readonly name: string;
  readonly style: Exclude<EnumStyle, 'union'>;
  /** File stem of the models that it is with. */
  readonly module: string;
  /** Id of the model that it is; absent where it belongs to a property or a parameter. */
  readonly model?: string;
  /** In the order of the spec. */
  readonly values: readonly EnumValue[];
  readonly doc: Doc;
}

/** One value of an enum. */
export interface EnumValue {
  /** Name of the constant: `Fiction`. */
  readonly name: string;
  readonly value: string | number;
  readonly doc: Doc;
}
