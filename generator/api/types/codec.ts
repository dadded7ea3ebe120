import type { Position } from '../../diagnostics.js';
import type { ServiceOptions } from '../../options.js';

/** A codec that the user wrote: the module that exports it, which is copied into the package. */
export interface OwnCodec {
  /** Name in `types` and `x-codec`: `money`. */
  readonly name: string;
  /** Name of the module's file in diagnostics. */
  readonly file: string;
  readonly text: string;
  /** Other packages that it imports, with ranges of versions: `{ 'decimal.js': '^10.4.3' }`. Default: none. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
  /** Folder from which these packages are resolved during generation. Default: they are not resolved. */
  readonly folder?: string | undefined;
  /** Position that names it. Default: the start of its file. */
  readonly at?: Position | undefined;
}

/** Options for values that callers have in another type than the wire. */
export interface CodecOptions extends Pick<ServiceOptions, 'types' | 'optionsAt'> {
  /** Codecs that `types` and `x-codec` may name beside the built-in types. */
  readonly codecs?: readonly OwnCodec[] | undefined;
  /**
   * Positions of `types` in a configuration, by format. Only these entries are reported as unused: as warnings, or as errors if all of
   * them are unused.
   */
  readonly optionsAt?: Readonly<Record<string, Position>> | undefined;
}

/** Adds `bigint` as the type of integers of 64 bits, so that an emulator keeps all their digits. Types of the options have priority. */
export function keepDigits<Options extends CodecOptions>(options: Options): Options {
  const { types, optionsAt = {} } = options;
  return { ...options, types: { int64: 'bigint', uint64: 'bigint', ...types }, optionsAt };
}

/** JSON types that a codec can convert. */
export type WireKind = 'string' | 'number';

/** Codecs of a schema by the type of a value on the wire; `any` converts every value but null. */
export interface SchemaCodec {
  readonly string?: string;
  readonly number?: string;
  readonly any?: string;
}

/** A codec that a package uses. */
export interface ApiCodec {
  /** Name in `SchemaCodec`: an export of the runtime, or the name of a user's codec. */
  readonly id: string;
  /** TypeScript type of its values for callers: `Date`, `Temporal.Instant`, `Money`. */
  readonly type: string;
  /** Name of the codec in docs and messages: `date-time`. */
  readonly name: string;
  /** The user wrote it, in a module that also exports its type. */
  readonly own?: true;
}
