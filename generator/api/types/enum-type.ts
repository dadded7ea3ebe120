import { OPTIONS } from '../../options.js';
import type { Doc } from './schema.js';

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
