import { isAbsent, readOwn } from '../client/params/values.js';
import type { Issue } from '../validators/check/context.js';
import type { StandardResult } from '../validators/check/validator.js';
import { ExactNumber } from '../codec.js';
import { markExact, readDigits, readSource } from './exact-json.js';
import { flatten, isRecord, type WirePart, type WireSchema } from '../wire-schema.js';

/** The outcome of a conversion: the value, or the issues of values that cannot be converted. */
export type Converted = StandardResult<unknown>;

/** The conversion of one value inside another one. */
interface Conversion {
  readonly encodes: boolean;
  /** Numbers that a double cannot hold become text, for there is no JSON around them. */
  readonly asText: boolean;
  /** The issues so far, of all values. */
  readonly issues: Issue[];
  readonly path: Issue['path'];
  /** The text of a number in JSON, where a double differs from it. */
  readonly source: string | undefined;
}

/** Decodes a value that came as JSON; paths of issues are those on the wire. */
export function decodeWire(part: WirePart, wire: unknown): Converted {
  const source = readDigits(wire);
  return run(part, source === undefined ? wire : Number(source), { encodes: false, asText: false, source });
}

/** Encodes a value of a caller; paths of issues are those on the wire. `asText`: it is no part of JSON. */
export function encodeWire(part: WirePart, value: unknown, asText = false): Converted {
  return run(part, value, { encodes: true, asText, source: undefined });
}

function run(part: WirePart, value: unknown, direction: Omit<Conversion, 'issues' | 'path'>): Converted {
  const issues: Issue[] = [];
  try {
    const converted = convert(part, value, { ...direction, issues, path: [] });
    return issues.length ? { issues } : { value: converted };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [{ message: 'is nested too deeply', path: [], keyword: 'codec', schema: '' }] };
  }
}

function convert(part: WirePart, value: unknown, conversion: Conversion): unknown {
  const { encodes, asText, issues, path, source } = conversion;
  // At most so many issues are listed.
  if (isAbsent(value) || issues.length >= 100) return value;
  const schema = flatten(part, value, encodes);
  const { codec, items, prefix = [] } = schema;
  if (!codec) {
    if (!Array.isArray(value)) return isRecord(value) ? convertObject(schema, value, conversion) : value;
    const converted = value.map((item: unknown, index) => {
      const inner = prefix[index] ?? items;
      return inner ? convert(inner, item, enter(conversion, value, index)) : item;
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
  { names, properties = {}, additional, patterns = [] }: WireSchema,
  value: Readonly<Record<string, unknown>>,
  conversion: Conversion,
): unknown {
  const rename = names && findRenamer(names)[conversion.encodes ? 'toWire' : 'toDomain'];
  let isChanged = names !== undefined;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const renamed = rename?.(name) ?? name;
    const wire = conversion.encodes ? renamed : name;
    const declared = readOwn(properties, wire);
    const matching = patterns.flatMap(([pattern, part]) => (pattern.test(wire) ? [part] : []));
    const further = names && Object.hasOwn(names, wire) ? undefined : additional;
    const part = matching.length ? { all: [declared ?? [], matching].flat() } : (declared ?? further);
    if (!part) return [renamed, item];
    const converted = convert(part, item, enter(conversion, value, wire));
    isChanged ||= !isSame(converted, item);
    return [renamed, converted];
  });
  return isChanged ? markExact(Object.fromEntries(entries)) : value;
}

function enter(conversion: Conversion, holder: object, key: string | number): Conversion {
  return { ...conversion, path: [...conversion.path, key], source: readSource(holder, key) };
}

/** Returns whether a value stays as it is: a `bigint` does not, as its holder has to be marked for JSON, which has none. */
function isSame(converted: unknown, value: unknown) {
  return typeof converted !== 'bigint' && Object.is(converted, value);
}

/** Gives properties the names that callers know, and back. */
export interface Renamer {
  readonly toDomain: (wire: string) => string;
  readonly toWire: (domain: string) => string;
}

type Names = Readonly<Record<string, string>>;

const known = new WeakMap<Names, Renamer>();

/**
 * Returns the renamer of a schema. A property that is not declared keeps its name, unless a declared one is called so: then it gets
 * so many `_` that nothing else has its name, and loses them on the way back. Nothing is lost either way.
 */
export function findRenamer(names: Names): Renamer {
  const found = known.get(names);
  if (found) return found;
  const entries = Object.entries(names);
  const back = new Map(entries.map(([wire, domain]) => [domain, wire]));
  const renamed = new Set(entries.filter(([wire, name]) => wire !== name).map(([, name]) => trim(name)));
  // A new name ends with more `_` than any declared one.
  const shift = '_'.repeat(1 + Math.max(0, ...entries.map(([, name]) => name.length - trim(name).length)));
  const renamer = {
    toDomain: (wire: string) => readOwn(names, wire) ?? (renamed.has(trim(wire)) ? wire + shift : wire),
    toWire: (domain: string) => {
      const isShifted = renamed.has(trim(domain)) && domain.endsWith(shift);
      return back.get(domain) ?? (isShifted ? domain.slice(0, -shift.length) : domain);
    },
  };
  known.set(names, renamer);
  return renamer;
}

/** Returns a name without the `_` at its end. */
function trim(name: string) {
  return name.replace(/_+$/, '');
}
