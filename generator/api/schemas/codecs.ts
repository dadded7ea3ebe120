import { locateStart, type Diagnostics, type Position } from '../../diagnostics.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { didYouMean } from '../../spec/suggest.js';
import type { ApiCodec, CodecOptions, SchemaCodec, WireKind } from '../types/codec.js';
import { pascalCase } from '../tools/names.js';

/** Says that a schema has no codec, whatever its format. */
const NONE = 'none';

/** Finds the codecs of schemas, by their formats and by `x-codec`, and remembers which are used. */
export class CodecFinder {
  readonly #document: SpecDocument;
  readonly #diagnostics: Diagnostics;
  readonly #options: CodecOptions;
  readonly #own: ReadonlySet<string>;
  readonly #formats = new Set<string>();
  readonly #used = new Set<string>();
  /** Integers of 64 bits that are numbers for callers, too. */
  readonly #large: SchemaObject[] = [];

  constructor(document: SpecDocument, diagnostics: Diagnostics, options: CodecOptions) {
    this.#document = document;
    this.#diagnostics = diagnostics;
    this.#options = options;
    this.#own = new Set((options.codecs ?? []).map(({ name }) => name));
    for (const [format, type] of Object.entries(options.types ?? {})) {
      const problem = describeWrongType(format, type, this.#own);
      if (problem !== undefined) diagnostics.error('unknown-codec', problem, this.#typeAt(format));
    }
  }

  /** The codecs of a schema; `undefined` where its values are what they are on the wire. */
  find(node: SchemaObject): SchemaCodec | undefined {
    const stated: unknown = node['x-codec'];
    if (stated !== undefined) return this.#stated(node, stated);
    const format = readByteFormat(node);
    // Constants say more than a type could.
    if (format === undefined || node.enum !== undefined || node.const !== undefined) return undefined;
    const { types = {} } = this.#options;
    const type = Object.hasOwn(types, format) ? types[format] : undefined;
    const kinds = listWireKinds(node);
    if (type === undefined) {
      if (/^u?int64$/.test(format) && kinds.includes('number')) this.#large.push(node);
      return undefined;
    }
    const found =
      kinds.length === 0
        ? undefined
        : this.#use(findBuiltIn(format, type, { isOwn: this.#own.has(type), kinds }), kinds);
    if (found !== undefined || (kinds.length > 0 && type === 'string')) this.#formats.add(format);
    return found;
  }

  /** The codecs that schemas have, in a fixed order; reports what is configured and not used. */
  finish(): readonly ApiCodec[] {
    const { types = {}, codecs = [], optionsAt } = this.#options;
    const stated = Object.keys(types).filter((format) => optionsAt === undefined || `types.${format}` in optionsAt);
    const unused = stated.filter((format) => !this.#formats.has(format));
    // A list of types may be that of many services; one that changes nothing is a slip.
    const isVain = optionsAt !== undefined && this.#formats.size === 0;
    for (const format of unused) {
      const message = `no schema has the format ${JSON.stringify(format)} and a type that \`types\` could change`;
      this.#diagnostics[isVain ? 'error' : 'warning']('unused-codec', message, this.#typeAt(format));
    }
    for (const { name, file, at } of codecs)
      if (!this.#used.has(name)) {
        const message = `no schema uses the codec ${JSON.stringify(name)}`;
        this.#diagnostics.unused('unused-codec', message, { at, file });
      }
    this.#reportLarge();
    return [...this.#used].toSorted().map(describeCodec);
  }

  /** Says once of a document that some of its numbers may not arrive as they were sent. */
  #reportLarge(): void {
    const [first] = this.#large;
    if (first === undefined) return;
    const { length } = this.#large;
    const which = length === 1 ? '1 schema has' : `${length} schemas have`;
    const message = `${which} integers of 64 bits as numbers, which JavaScript holds only up to 2^53 - 1; this is the first`;
    this.#diagnostics.warning('inexact-integer', message, this.#document.positions.of(first));
  }

  #typeAt(format: string): Position {
    return this.#options.optionsAt?.[`types.${format}`] ?? locateStart(this.#document.file);
  }

  #stated(node: SchemaObject, stated: unknown): SchemaCodec | undefined {
    if (stated === NONE) return undefined;
    const name = String(stated);
    if (this.#own.has(name)) return this.#use({ any: name }, ['any']);
    const format = readByteFormat(node);
    const kinds = listWireKinds(node);
    const found = format === undefined ? undefined : findBuiltIn(format, name, { isOwn: false, kinds });
    const used = this.#use(found, kinds);
    if (used !== undefined) return used;
    const at = this.#document.positions.ofValue(node, 'x-codec');
    const problem =
      format === undefined
        ? `there is no codec ${JSON.stringify(name)}${didYouMean(name, [...this.#own, NONE])}`
        : (describeWrongType(format, name, this.#own) ??
          `the codec ${JSON.stringify(name)} is for other types than that of this schema`);
    // Without the configuration, as when two documents are compared, nobody knows the codecs of users.
    const report = this.#options.codecs === undefined && found === undefined ? 'warning' : 'error';
    this.#diagnostics[report]('unknown-codec', problem, at);
    return undefined;
  }

  #use(codecs: SchemaCodec | undefined, kinds: readonly (keyof SchemaCodec)[]): SchemaCodec | undefined {
    const entries = kinds.flatMap((kind) => {
      const id = codecs?.[kind];
      return id === undefined ? [] : [[kind, id] as const];
    });
    for (const [, id] of entries) this.#used.add(id);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
}

/** Lists the types on the wire of the values of a schema, as far as codecs convert them. */
function listWireKinds({ type }: SchemaObject): readonly ('string' | 'number')[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const kinds = types.flatMap((one) =>
    one === 'integer' ? 'number' : one === 'string' || one === 'number' ? one : [],
  );
  return [...new Set(kinds)];
}

/** Codecs of the runtime, by what the wire has. */
type ByWire = Readonly<Partial<Record<WireKind | 'either', string>>>;

const instants: Readonly<Record<string, ByWire>> = {
  Date: { string: 'dateTimeAsDate' },
  'Temporal.Instant': { string: 'dateTimeAsInstant' },
};

/** The domain types of each format, and the exports of `@speccast/runtime/codecs` that convert to them. */
const FORMATS: Readonly<Record<string, Readonly<Record<string, ByWire>>>> = {
  'date-time': instants,
  'google-datetime': instants,
  date: { 'Temporal.PlainDate': { string: 'dateAsPlainDate' } },
  time: { 'Temporal.PlainTime': { string: 'timeAsPlainTime' } },
  duration: { 'Temporal.Duration': { string: 'durationAsDuration' } },
  int64: { bigint: { string: 'int64TextAsBigint', number: 'int64AsBigint', either: 'int64EitherAsBigint' } },
  uint64: { bigint: { string: 'uint64TextAsBigint', number: 'uint64AsBigint', either: 'uint64EitherAsBigint' } },
  byte: { Uint8Array: { string: 'byteAsBytes' } },
  base64url: { Uint8Array: { string: 'base64urlAsBytes' } },
};

/** The type that leaves values as they are on the wire. */
const AS_IT_IS = 'string';

/** Types that a format must not have, and why. */
const REJECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  date: { Date: 'a Date is a moment, and a date without a time zone is none' },
  time: { Date: 'a Date is a moment, and a time of day is none' },
  int64: { number: 'a number holds no integers beyond 2^53 exactly' },
  uint64: { number: 'a number holds no integers beyond 2^53 exactly' },
};

/** Names of codecs of users: like functions. */
const OWN_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Says what is wrong with the name of a codec of the user's own; undefined where it is right. */
export function describeWrongName(name: string): string | undefined {
  if (!OWN_NAME.test(name)) return `a codec is named in camelCase, such as "money", not ${JSON.stringify(name)}`;
  return taken.has(name) ? `${JSON.stringify(name)} is the name of a built-in codec or type` : undefined;
}

/** Says what is wrong with the type that a format shall have; undefined where it is right. `own` are the user's own codecs. */
export function describeWrongType(format: string, type: string, own: Iterable<string>): string | undefined {
  const known = Object.keys(FORMATS[format] ?? {});
  const names = [...own];
  if (type === AS_IT_IS || known.includes(type) || names.includes(type)) return undefined;
  const reason = REJECTED[format]?.[type];
  if (reason !== undefined) return `${format} cannot be ${JSON.stringify(type)}: ${reason}`;
  const all = [...known, ...names, AS_IT_IS];
  const quoted = JSON.stringify(type);
  if (known.length === 0 && names.length === 0)
    return `the format ${JSON.stringify(format)} has no type of its own; name a codec under \`codecs\`, not ${quoted}`;
  return `${format} is ${all.join(' or ')}, not ${quoted}${didYouMean(type, all)}`;
}

/** Finds the codecs that a format has for a type, by what the wire has (`kinds`); `undefined` where values stay as they are. */
function findBuiltIn(
  format: string,
  type: string,
  { isOwn, kinds }: { readonly isOwn: boolean; readonly kinds: readonly WireKind[] },
): SchemaCodec | undefined {
  if (isOwn) return { string: type, number: type };
  const found = type === AS_IT_IS ? undefined : FORMATS[format]?.[type];
  if (found?.either === undefined) return found;
  const { either, ...codecs } = found;
  return kinds.length > 1 ? { string: either, number: either } : codecs;
}

/** Reads the format that says how bytes are text: `byte` of OpenAPI 3.0, or the encoding that later versions have for it. */
function readByteFormat({
  format,
  contentEncoding,
}: {
  readonly format?: string | undefined;
  readonly contentEncoding?: string | undefined;
}): string | undefined {
  if (contentEncoding === 'base64') return 'byte';
  if (contentEncoding === 'base64url') return 'base64url';
  return format;
}

/** Describes a codec by its id, as packages show it. */
export function describeCodec(id: string): ApiCodec {
  const found = builtIn.get(id);
  return found ?? { id, name: id, type: pascalCase(id, 'codec'), own: true };
}

const builtIn: ReadonlyMap<string, ApiCodec> = new Map(
  Object.entries(FORMATS).flatMap(([name, types]) =>
    Object.entries(types).flatMap(([type, codecs]) =>
      Object.values(codecs).map((id) => [id, { id, name, type }] as const),
    ),
  ),
);

const taken: ReadonlySet<string> = new Set(['none', AS_IT_IS, 'bigint', 'number', 'any', ...builtIn.keys()]);

/** Names of the types that codecs of the user's own export, which no model may have. */
export function ownCodecTypes(codecs: readonly ApiCodec[]): readonly string[] {
  return codecs.flatMap(({ own, type }) => (own === true ? [type] : []));
}
