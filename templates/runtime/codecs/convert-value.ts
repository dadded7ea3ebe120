import { isAbsent, readOwn } from '../client/params/values.js';
import type { Issue } from '../validators/check/context.js';
import { ExactNumber } from '../codec.js';
import { markExact, readSource } from './exact-json.js';
import { findRenamer } from './rename.js';
import { flatten, isRecord, type WirePart, type WireSchema } from '../wire-schema.js';

/** The outcome of a conversion: the value, or the issues of values that cannot be converted. */
export type Converted =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** The path to a value; of a number in JSON also its text. */
interface Found {
  readonly path: Issue['path'];
  readonly source?: string | undefined;
}

/** A conversion in progress. */
interface Conversion {
  readonly encodes: boolean;
  /** Numbers that a double cannot hold become text, for there is no JSON around them. */
  readonly asText: boolean;
  readonly issues: Issue[];
}

/** Decodes a value that came as JSON; paths of issues are those on the wire. */
export function decodeWire(part: WirePart, wire: unknown): Converted {
  const [value, source] = typeof wire === 'bigint' ? [Number(wire), String(wire)] : [wire];
  return run({ encodes: false, asText: false, issues: [] }, part, value, source);
}

/** Encodes a value of a caller; paths of issues are those on the wire. `asText`: it is no part of JSON. */
export function encodeWire(part: WirePart, value: unknown, asText: boolean = false): Converted {
  return run({ encodes: true, asText, issues: [] }, part, value);
}

function run(conversion: Conversion, part: WirePart, given: unknown, source?: string): Converted {
  const { issues } = conversion;
  try {
    const value = convert(conversion, part, given, { path: [], source });
    return issues.length ? { issues } : { value };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [{ message: 'is nested too deeply', path: [], keyword: 'codec', schema: '' }] };
  }
}

function convert(conversion: Conversion, part: WirePart, value: unknown, { path, source }: Found): unknown {
  const { encodes, asText, issues } = conversion;
  // At most so many issues are listed.
  if (isAbsent(value) || issues.length >= 100) return value;
  const schema = flatten(part, value, encodes);
  const { codec, items, prefix = [] } = schema;
  if (!codec) {
    if (!Array.isArray(value)) return isRecord(value) ? convertObject(conversion, schema, value, path) : value;
    const converted = value.map((item: unknown, index) => {
      const inner = prefix[index] ?? items;
      const found = { path: [...path, index], source: encodes ? undefined : readSource(value, index) };
      return inner ? convert(conversion, inner, item, found) : item;
    });
    return converted.every((item, index) => isSame(item, value[index])) ? value : markExact(converted);
  }
  try {
    // `as`: it is a number. A client counts pages in numbers.
    const given = asText && Number.isSafeInteger(value) && !codec.is(value) ? BigInt(value as number) : value;
    // `as`: the generated code knows the types of a codec, which throws at a value of another type.
    const domain = encodes ? given : codec.decode(value as never, source);
    const isNone = domain === undefined || (domain instanceof Date && Number.isNaN(domain.getTime()));
    if (isNone || !codec.is(domain)) throw new TypeError('it is none');
    if (!encodes) return domain;
    // `as`: the codec itself takes it.
    const encoded = codec.encode(given as never);
    // JSON leaves out `undefined` and functions, and writes null for `NaN`.
    if (typeof encoded === 'number' ? !Number.isFinite(encoded) : /^[uf]/.test(typeof encoded))
      throw new TypeError('it is no JSON');
    if (typeof encoded === 'bigint' && Number.isSafeInteger(Number(encoded))) return Number(encoded);
    return asText && encoded instanceof ExactNumber ? encoded.text : encoded;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `cannot be ${encodes ? 'encoded' : 'decoded'} as ${codec.name}: ${reason}`;
    issues.push({ message, path, keyword: 'codec', schema: '' });
    return value;
  }
}

function convertObject(
  conversion: Conversion,
  schema: WireSchema,
  value: Readonly<Record<string, unknown>>,
  path: Issue['path'],
): unknown {
  const { encodes } = conversion;
  const { names, properties = {}, additional, patterns = [] } = schema;
  const rename = names && findRenamer(names)[encodes ? 'toWire' : 'toDomain'];
  const findPart = (name: string): WirePart | undefined => {
    const declared = readOwn(properties, name);
    const matching = patterns.flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []));
    if (matching.length) return { all: declared ? [declared, ...matching] : matching };
    return declared ?? (names && Object.hasOwn(names, name) ? undefined : additional);
  };
  let isChanged = names !== undefined;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const other = rename?.(name) ?? name;
    const wire = encodes ? other : name;
    const part = findPart(wire);
    if (!part) return [other, item];
    const source = encodes ? undefined : readSource(value, name);
    const converted = convert(conversion, part, item, { path: [...path, wire], source });
    isChanged ||= !isSame(converted, item);
    return [other, converted];
  });
  return isChanged ? markExact(Object.fromEntries(entries)) : value;
}

/** Tells whether a value stays as it is: a `bigint` does not, as its holder has to be marked for JSON, which has none. */
function isSame(converted: unknown, value: unknown): boolean {
  return typeof converted !== 'bigint' && Object.is(converted, value);
}
