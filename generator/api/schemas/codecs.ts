import { toStrings } from '../../json.js';
import { locateStart, type Position } from '../../diagnostics.js';
import type { SchemaObject } from '../../spec/openapi/openapi.js';
import { didYouMean } from '../../spec/suggest.js';
import type { ApiCodec, SchemaCodec, WireKind } from '../types/codec.js';
import { pascalCase } from '../tools/names.js';
import type { Lowering } from './lowering.js';

/** Value of `x-codec` for a schema whose values are not converted, whatever its format. */
const NONE = 'none';

/**
 * Finds the codecs of a schema by its `x-codec` or its format, and records that they are used; `undefined` where callers have the same
 * values as the wire.
 */
export function findCodec(lowering: Lowering, node: SchemaObject): SchemaCodec | undefined {
  const { options, own, formats, large } = lowering.codecs;
  if (node['x-codec'] !== undefined) return findStated(lowering, node, String(node['x-codec']));
  const format = readByteFormat(node);
  // An enum or a constant has a more exact type than a codec could have.
  if (format === undefined || node.enum || node.const !== undefined) return undefined;
  const { types = {} } = options;
  const type = Object.hasOwn(types, format) ? types[format] : undefined;
  const kinds = listWireKinds(node);
  if (type === undefined) {
    if (/^u?int64$/.test(format) && kinds.includes('number')) large.push(node);
    return undefined;
  }
  const found = own.has(type) ? { string: type, number: type } : findBuiltIn(format, type, kinds);
  const used = useCodecs(lowering, found, kinds);
  if (used || (kinds.length > 0 && type === AS_IT_IS)) formats.add(format);
  return used;
}

/** Finds the codecs that a schema names in `x-codec`; reports an unknown one. */
function findStated(lowering: Lowering, node: SchemaObject, name: string): SchemaCodec | undefined {
  const { options, own } = lowering.codecs;
  if (name === NONE) return undefined;
  if (own.has(name)) return useCodecs(lowering, { any: name }, ['any']);
  const format = readByteFormat(node);
  const kinds = listWireKinds(node);
  const found = findBuiltIn(format, name, kinds);
  const used = useCodecs(lowering, found, kinds);
  if (used) return used;
  const problem =
    format === undefined
      ? `there is no codec ${JSON.stringify(name)}${didYouMean(name, [...own, NONE])}`
      : (describeWrongType(format, name, own) ??
        `the codec ${JSON.stringify(name)} does not convert the type of this schema`);
  // `diff` compares two documents without a configuration, so the user's own codecs are unknown there.
  const report = !options.codecs && !found ? 'warning' : 'error';
  lowering.diagnostics[report]('unknown-codec', problem, lowering.document.positions.ofValue(node, 'x-codec'));
  return undefined;
}

/** Returns the codecs for values of these kinds, and records that they are used. */
function useCodecs(
  { codecs: { used } }: Lowering,
  found: SchemaCodec = {},
  kinds: readonly (keyof SchemaCodec)[],
): SchemaCodec | undefined {
  const entries = kinds.flatMap((kind) => {
    const id = found[kind];
    return id ? [[kind, id] as const] : [];
  });
  for (const [, id] of entries) used.add(id);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Lists the codecs that schemas use, sorted by id; reports wrong and unused options. */
export function finishCodecs({ document, diagnostics, codecs: state }: Lowering): readonly ApiCodec[] {
  const { own, formats, used, large } = state;
  const { types = {}, codecs = [], optionsAt } = state.options;
  const locateType = (format: string): Position => optionsAt?.[`types.${format}`] ?? locateStart(document.file);
  for (const [format, type] of Object.entries(types)) {
    const problem = describeWrongType(format, type, own);
    if (problem) diagnostics.error('unknown-codec', problem, locateType(format));
  }
  // Several services may share one list of types, so an unused entry is a warning; a list without any use is an error.
  const areAllUnused = optionsAt && formats.size === 0;
  for (const format of Object.keys(types)) {
    if (formats.has(format) || (optionsAt && !(`types.${format}` in optionsAt))) continue;
    const message = `no schema has the format ${JSON.stringify(format)} and a type that \`types\` could change`;
    diagnostics[areAllUnused ? 'error' : 'warning']('unused-codec', message, locateType(format));
  }
  for (const { name, file, at } of codecs)
    if (!used.has(name))
      diagnostics.unused('unused-codec', `no schema uses the codec ${JSON.stringify(name)}`, { at, file });
  const [first] = large;
  if (first) {
    const which = large.length === 1 ? '1 schema has' : `${large.length} schemas have`;
    const message = `${which} integers of 64 bits as numbers, which are exact only up to 2^53 - 1; this is the first`;
    diagnostics.warning('inexact-integer', message, document.positions.of(first));
  }
  return [...used].toSorted().map(describeCodec);
}

/** Lists the types of a schema that codecs can convert: `string`, and `number` for numbers and integers. */
function listWireKinds({ type }: SchemaObject): readonly WireKind[] {
  const types = toStrings(type).map((one) => (one === 'integer' ? 'number' : one));
  return [...new Set(types.filter((one) => one === 'string' || one === 'number'))];
}

/** Codecs of the runtime, by the type on the wire; `either` is for schemas with both types. */
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

/** Types that a format must not have, with the reason. */
const REJECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  date: { Date: 'a Date is a moment, but a date without a time zone is not' },
  time: { Date: 'a Date is a moment, but a time of day is not' },
  int64: { number: 'a number is not exact beyond 2^53' },
  uint64: { number: 'a number is not exact beyond 2^53' },
};

/** Form of the names of users' codecs, which are names of functions. */
const OWN_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Describes the mistake in the name of a user's codec; undefined for a valid name. */
export function describeWrongName(name: string): string | undefined {
  if (!OWN_NAME.test(name))
    return `the name of a codec must be in camelCase, such as "money", not ${JSON.stringify(name)}`;
  return taken.has(name) ? `${JSON.stringify(name)} is the name of a built-in codec or type` : undefined;
}

/** Describes the mistake in the configured type of a format; undefined for a valid type. `own` are the names of users' codecs. */
export function describeWrongType(format: string, type: string, own: Iterable<string>): string | undefined {
  const named = [...Object.keys(FORMATS[format] ?? {}), ...own];
  const all = [...named, AS_IT_IS];
  const quoted = JSON.stringify(type);
  if (all.includes(type)) return undefined;
  const reason = REJECTED[format]?.[type];
  if (reason) return `${format} cannot be ${quoted}: ${reason}`;
  if (named.length === 0)
    return `the format ${JSON.stringify(format)} has no type of its own; name a codec under \`codecs\`, not ${quoted}`;
  return `${format} can be ${all.join(' or ')}, not ${quoted}${didYouMean(type, all)}`;
}

/** Finds the codecs that a format has for a type; `undefined` where values stay as they are. */
function findBuiltIn(format = '', type: string, kinds: readonly WireKind[]): SchemaCodec | undefined {
  const found = FORMATS[format]?.[type];
  return found?.either && kinds.length > 1 ? { string: found.either, number: found.either } : found;
}

/** Reads the format of a schema. `contentEncoding` of OpenAPI 3.1 becomes a format of 3.0: `base64` → `byte`. */
function readByteFormat({ format, contentEncoding }: SchemaObject): string | undefined {
  if (contentEncoding === 'base64') return 'byte';
  if (contentEncoding === 'base64url') return 'base64url';
  return format;
}

/** Describes a codec by its id, as packages list it. */
export function describeCodec(id: string): ApiCodec {
  return builtIn.get(id) ?? { id, name: id, type: pascalCase(id, 'codec'), own: true };
}

const builtIn: ReadonlyMap<string, ApiCodec> = new Map(
  Object.entries(FORMATS).flatMap(([name, types]) =>
    Object.entries(types).flatMap(([type, codecs]) =>
      Object.values(codecs).map((id) => [id, { id, name, type }] as const),
    ),
  ),
);

const taken: ReadonlySet<string> = new Set(['none', AS_IT_IS, 'bigint', 'number', 'any', ...builtIn.keys()]);

/** Lists the names of the types that users' codecs export, which no model may have. */
export function ownCodecTypes(codecs: readonly ApiCodec[]): readonly string[] {
  return codecs.flatMap(({ own, type }) => (own === true ? [type] : []));
}
