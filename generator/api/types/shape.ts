import type { Json } from '../../json.js';
import type { Doc } from './schema.js';
import { OPTIONS } from '../../options.js';

/** The content of a TypeScript type for a schema. Each kind is small enough to print in one function. */
export type Shape =
  | { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' | 'number' | 'string' }
  /** Raw bytes: a body or part that is not JSON. */
  | { readonly kind: 'binary' }
  | LiteralsShape
  /** Fixed strings with any string between them: `['accounts/', '']` is `` `accounts/${string}` ``. */
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
  /** A value that a codec of `Api.codecs` converts; `wire` is its shape on the wire. */
  | { readonly kind: 'coded'; readonly codec: string; readonly wire: Shape }
  /** A shape that is the same for callers and the wire, because codecs cannot tell its alternatives apart. */
  | { readonly kind: 'wire'; readonly of: Shape }
  | BuiltInShape;

/** A set of JSON values. */
export interface LiteralsShape {
  readonly kind: 'literals';
  readonly values: readonly Json[];
  /** Further strings: `any` if the spec allows strings beside the enum, `unrecognized` for strings of a service that is newer than the spec. */
  readonly open: false | 'any' | 'unrecognized';
  /** The enum with constants for its strings and numbers. */
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

/** A built-in type that callers may pass instead of the string or number that is sent. */
export interface BuiltInShape {
  readonly kind: 'builtIn';
  readonly name: 'Date' | 'bigint';
}

/** The variant of a model for requests. */
export interface ModelInput {
  readonly name: string;
  readonly shape: Shape;
  /** Name of its type on the wire, if that differs from the type for callers. */
  readonly wire?: string;
}

/** All ways to write enums, the default first. */
export const ENUM_STYLES: typeof OPTIONS.enums.values = OPTIONS.enums.values;

/** A way to emit an enum: as a union of its values, an object of constants, or an enum of TypeScript. */
export type EnumStyle = (typeof ENUM_STYLES)[number];

/** An enum whose values have names: a type, and an object or enum with the values at run time. */
export interface EnumType {
  /** Name of the type and of the object or enum: `BookGenre`. */
  readonly name: string;
  readonly style: Exclude<EnumStyle, 'union'>;
  /** Stem of the file in `models` that exports it. */
  readonly module: string;
  /** Id of the model, if the enum is one; absent for the enum of a property or a parameter. */
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
