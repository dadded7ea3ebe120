import { isAbsent, readOwn } from '../client/params/values.js';
import type { Issue } from '../validators/check/context.js';
import type { StandardResult } from '../validators/check/validator.js';
import { ExactNumber } from '../codec.js';
import { markExact, readDigits, readSource } from './exact-json.js';
import { flatten, isRecord, type WirePart, type WireSchema } from '../wire-schema.js';

/** The outcome of a conversion: `{ value }`, or `{ issues }` if values in it cannot be converted. */
export type Converted = StandardResult<unknown>;

/** The state of a conversion at one value. */
interface Conversion {
  readonly encodes: boolean;
  /** True if numbers that a double cannot hold are encoded as text, because the value is not in JSON. */
  readonly asText: boolean;
  /** All issues so far. */
  readonly issues: Issue[];
  readonly path: Issue['path'];
  /** The text of a JSON number that a double cannot hold. */
  readonly source: string | undefined;
}

/** Decodes a received value. Paths of issues have the names on the wire. */
export function decodeWire(part: WirePart, wire: unknown): Converted {
  const source = readDigits(wire);
  return run(part, source === undefined ? wire : Number(source), { encodes: false, asText: false, source });
}

/** Encodes a value to be sent. Paths of issues have the names on the wire. `asText` is for parameters and forms, which are not JSON. */
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
  // Limited, so that large invalid values do not fill the memory.
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
    // `as`: it is a number. Paging sets parameters to numbers, also if their codec is for `bigint`.
    const given = asText && Number.isSafeInteger(value) && !codec.is(value) ? BigInt(value as number) : value;
    // `as`: generated code checks the types of codecs. A codec throws for a value of another type.
    const domain = encodes ? given : codec.decode(value as never, source);
    const isNone = domain === undefined || (domain instanceof Date && Number.isNaN(domain.getTime()));
    if (isNone || !codec.is(domain)) throw new TypeError('it has another type');
    if (!encodes) return domain;
    // `as`: `codec.is` has checked it.
    const encoded = codec.encode(given as never);
    // `JSON.stringify` would leave out `undefined` and functions, and write `null` for `NaN`.
    if (typeof encoded === 'number' ? !Number.isFinite(encoded) : /^[uf]/.test(typeof encoded))
      throw new TypeError('it is not JSON');
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

/** Returns whether a value is unchanged. A `bigint` counts as changed: the object around it has to be marked for `toJson`. */
function isSame(converted: unknown, value: unknown) {
  return typeof converted !== 'bigint' && Object.is(converted, value);
}

/** Functions that convert names of properties between the wire and the program. */
export interface Renamer {
  readonly toDomain: (wire: string) => string;
  readonly toWire: (domain: string) => string;
}

type Names = Readonly<Record<string, string>>;

const known = new WeakMap<Names, Renamer>();

/**
 * Returns the renamer of a schema: `{ page_size: 'pageSize' }`. A property that is not declared keeps its name, unless a declared one is
 * renamed to it: then it gets `_` at its end, as many as needed to be unique, and loses them on the way back: `pageSize` ↔ `pageSize_`.
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
