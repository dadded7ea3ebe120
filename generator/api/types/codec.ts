import type { Position } from '../../diagnostics.js';
import type { ServiceOptions } from '../../options.js';

/** A codec of the user's own: the module that exports it, which is copied into the package. */
export interface OwnCodec {
  /** As `types` and `x-codec` name it: `money`. */
  readonly name: string;
  /** Name of the module's file in diagnostics. */
  readonly file: string;
  readonly text: string;
  /** Other packages that it imports, with ranges of versions: `{ 'decimal.js': '^10.4.3' }`. Default: none. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
  /** Folder from which these are found while packages are generated. Default: none are. */
  readonly folder?: string | undefined;
  /** Place that names it. Default: the start of its file. */
  readonly at?: Position | undefined;
}

/** Which values callers have as something else than they are on the wire. */
export interface CodecOptions extends Pick<ServiceOptions, 'types' | 'optionsAt'> {
  /** Codecs that `types` and `x-codec` may name beside the built-in types. */
  readonly codecs?: readonly OwnCodec[] | undefined;
  /**
   * Places of `types` in a configuration, by format: only these are reported where no schema uses them, and if all are unused, as
   * errors.
   */
  readonly optionsAt?: Readonly<Record<string, Position>> | undefined;
}

/** Lets integers of 64 bits keep all their digits, as an emulator does whatever its callers have. */
export function keepDigits<Options extends CodecOptions>(options: Options): Options {
  const { types, optionsAt = {} } = options;
  return { ...options, types: { int64: 'bigint', uint64: 'bigint', ...types }, optionsAt };
}

/** The types that a codec can be of on the wire, as JSON has them. */
export type WireKind = 'string' | 'number';

/** The codecs of a schema by what a value is on the wire; `any` is for every value but null. */
export interface SchemaCodec {
  readonly string?: string;
  readonly number?: string;
  readonly any?: string;
}

/** A codec that a package uses. */
export interface ApiCodec {
  /** Name by which schemas refer to it: that of the runtime's export, or of the user's own. */
  readonly id: string;
  /** TypeScript type of its values as callers have them: `Date`, `Temporal.Instant`, `Money`. */
  readonly type: string;
  /** Name of the codec in docs and messages: `date-time`. */
  readonly name: string;
  /** It is a module of the user's own, which exports its type. */
  readonly own?: true;
}
