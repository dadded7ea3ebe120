import type { Issue } from '../validators/check/context.js';
import { type AnyCodec, ExactNumber } from '../codec.js';
import { markExact, sourceOf } from './exact-json.js';
import { renamerOf } from './rename.js';
import { flatten, isRecord, type WirePart, type WireSchema } from '../wire-schema.js';

/** The outcome of a conversion: the value, or what cannot be converted. */
export type Converted =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

type Path = readonly (string | number)[];

/** Where a value is; of a number in JSON, its text. */
interface Found {
  readonly path: Path;
  readonly source?: string | undefined;
}

type Properties = Readonly<Record<string, unknown>>;

/** A conversion that is going on. */
interface Conversion {
  readonly encodes: boolean;
  /** Whether numbers that a double cannot hold become text, for there is no JSON around them. */
  readonly asText: boolean;
  readonly issues: Issue[];
}

/** What callers have of a value that came as JSON; paths of issues are those on the wire. */
export function decodeWire(part: WirePart, wire: unknown): Converted {
  const [value, source] = typeof wire === 'bigint' ? [Number(wire), String(wire)] : [wire];
  return run({ encodes: false, asText: false, issues: [] }, part, value, source);
}

/** What is sent of a value that callers have; paths of issues are those on the wire. `asText`: it is no part of JSON. */
export function encodeWire(part: WirePart, value: unknown, asText: boolean = false): Converted {
  return run({ encodes: true, asText, issues: [] }, part, value);
}

function run(conversion: Conversion, part: WirePart, given: unknown, source?: string): Converted {
  const { issues } = conversion;
  try {
    const value = convert(conversion, part, given, { path: [], source });
    return issues.length > 0 ? { issues } : { value };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [{ message: 'is nested too deeply', path: [], keyword: 'codec', schema: '' }] };
  }
}

/** Most issues that are listed. */
const mostIssues = 100;

function convert(conversion: Conversion, part: WirePart, value: unknown, found: Found): unknown {
  if (value === undefined || value === null || conversion.issues.length >= mostIssues) return value;
  const schema = flatten(part, value, conversion.encodes);
  if (schema.codec !== undefined) return apply(conversion, schema.codec, value, found);
  if (Array.isArray(value)) return convertItems(conversion, schema, value, found.path);
  return isRecord(value) ? convertObject(conversion, schema, value, found.path) : value;
}

function apply(conversion: Conversion, codec: AnyCodec, value: unknown, { path, source }: Found): unknown {
  const { encodes, asText, issues } = conversion;
  try {
    // A client counts pages in numbers (`as`: it is one).
    const given = asText && Number.isSafeInteger(value) && !codec.is(value) ? BigInt(value as number) : value;
    // `as`: which types a codec has, the generated code knows; what does not fit is thrown.
    const domain = encodes ? given : codec.decode(value as never, source);
    if (isNone(domain) || !codec.is(domain)) throw new TypeError('it is none');
    if (!encodes) return domain;
    // `as`: what the codec itself takes.
    const encoded = codec.encode(given as never);
    if (isNoJson(encoded)) throw new TypeError('it is no JSON');
    if (typeof encoded === 'bigint' && Number.isSafeInteger(Number(encoded))) return Number(encoded);
    return asText && encoded instanceof ExactNumber ? encoded.text : encoded;
  } catch (error) {
    const verb = encodes ? 'encoded' : 'decoded';
    const reason = error instanceof Error ? error.message : String(error);
    const message = `cannot be ${verb} as ${codec.name}: ${reason}`;
    issues.push({ message, path: [...path], keyword: 'codec', schema: '' });
    return value;
  }
}

/** Whether a value is one of no codec: `undefined`, or a `Date` of no time. */
function isNone(value: unknown): boolean {
  return value === undefined || (value instanceof Date && Number.isNaN(value.getTime()));
}

/** Whether JSON leaves a value out, as it does `undefined` and functions, or has a null for it. */
function isNoJson(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : /^[uf]/.test(typeof value);
}

function convertItems(conversion: Conversion, schema: WireSchema, value: readonly unknown[], path: Path): unknown {
  const { items, prefix = [] } = schema;
  const converted = value.map((item, index) => {
    const part = prefix[index] ?? items;
    if (part === undefined) return item;
    return convert(conversion, part, item, at(conversion, path, value, index));
  });
  if (converted.every((item, index) => isSame(item, value[index]))) return value;
  return markExact(converted);
}

/** Whether a value stays as it is: a `bigint` does not, for JSON has none, and what holds it has to say so. */
function isSame(converted: unknown, value: unknown): boolean {
  return typeof converted !== 'bigint' && Object.is(converted, value);
}

/** Where a property or an item is. */
function at({ encodes }: Conversion, path: Path, holder: object, key: string | number): Found {
  return { path: [...path, key], source: encodes ? undefined : sourceOf(holder, key) };
}

function convertObject(conversion: Conversion, schema: WireSchema, value: Properties, path: Path): unknown {
  const { names, additional, patterns, properties = {} } = schema;
  if (names !== undefined) return convertAll(conversion, schema, value, path);
  const wanted = additional ?? patterns;
  const changed: [string, unknown][] = [];
  for (const name of Object.keys(wanted === undefined ? properties : value)) {
    if (!Object.hasOwn(value, name)) continue;
    const part = partOf(schema, name);
    if (part === undefined) continue;
    const converted = convert(conversion, part, value[name], at(conversion, path, value, name));
    if (!isSame(converted, value[name])) changed.push([name, converted]);
  }
  // `fromEntries` alone takes a property `__proto__` for one.
  return changed.length === 0 ? value : markExact({ ...value, ...Object.fromEntries(changed) });
}

/** All properties, of which some get other names. */
function convertAll(conversion: Conversion, schema: WireSchema, value: Properties, path: Path): unknown {
  const { encodes } = conversion;
  const rename = renamerOf(schema.names ?? {})[encodes ? 'toWire' : 'toDomain'];
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const other = rename(name);
    const wire = encodes ? other : name;
    const part = partOf(schema, wire);
    if (part === undefined) return [other, item];
    return [other, convert(conversion, part, item, { ...at(conversion, path, value, name), path: [...path, wire] })];
  });
  return markExact(Object.fromEntries(entries));
}

/** What converts a property. */
function partOf(
  { properties = {}, names = {}, additional, patterns = [] }: WireSchema,
  name: string,
): WirePart | undefined {
  const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matching = patterns.flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []));
  if (matching.length > 0) return { all: declared === undefined ? matching : [declared, ...matching] };
  return declared ?? (Object.hasOwn(names, name) ? undefined : additional);
}
