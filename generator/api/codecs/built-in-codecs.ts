import { pascalCase } from '../tools/names.js';
import { didYouMean } from '../../spec/suggest.js';
import type { ApiCodec, SchemaCodec, WireKind } from '../types/codec.js';

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

/** What leaves values as they are on the wire. */
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

/** What is wrong with a name of a codec of the user's own, if anything is. */
export function describeWrongName(name: string): string | undefined {
  if (!OWN_NAME.test(name)) return `a codec is named in camelCase, such as "money", not ${JSON.stringify(name)}`;
  return taken.has(name) ? `${JSON.stringify(name)} is the name of a built-in codec or type` : undefined;
}

/** What is wrong with the type that a format shall have, if anything is; `own` are the user's own codecs. */
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

/** The codecs that a format has for a type, by what the wire has (`kinds`); `undefined` where values stay as they are. */
export function findBuiltIn(
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

/** The format that says how bytes are text: `byte` of OpenAPI 3.0, or the encoding that later versions have for it. */
export function readByteFormat({
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

/** A codec by its id, as packages show it. */
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
