import { isJsonObject, parseJson, readMember, type Json } from '../../json.js';
import { toValueTypes, typesOf, type ValueType } from '../../value-types.js';

// Whole numbers that a double cannot hold are `bigint` in bodies, parameters and rows, although the type `Json` does not say so. Only
// the functions of this module look into such values; everything else compares them, or writes them as strings.

/** Matches a large integer: none of 64 bits has more digits. */
export const longestInteger: RegExp = /^-?[1-9]\d{15,99}$/;

/** A string, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with all digits of its integers; undefined if it is invalid or nested more than 100 levels deep. */
export function parseExactly(text: string, parse: (text: string) => Json | undefined = parseJson): Json | undefined {
  const plain = parse(text);
  if (plain === undefined || !/\d{16}/.test(text)) return plain;
  const mark = createMark(text);
  const marked = text.replace(token, (one) => (typeof integerIn(one) === 'bigint' ? `"${mark}${one}"` : one));
  if (marked === text) return plain;
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Creates a prefix that no string of a text has. */
function createMark(text: string) {
  let mark = 'integer:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** Writes JSON with all digits of its integers; indented only if a double can hold all of them. */
export function writeExactly(value: unknown, indent?: string | number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    // A `bigint` throws; a value that is not JSON at all throws below, too. The codecs of the runtime also write such values, but Jest
    // does not link their module beside the others.
    const write = (mark: string) =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one));
    const mark = createMark(write(''));
    return write(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
  }
}

/** Reads a string of 16 digits or more as an integer; undefined for any other string. */
export function integerIn(text: string): Json | undefined {
  if (!longestInteger.test(text)) return undefined;
  const double = Number(text);
  // See above: the type of JSON has no `bigint`.
  return String(double) === text ? double : (BigInt(text) as unknown as Json);
}

/** Replaces strings in a decoded value by the integers that they are: decoding leaves those that a double cannot hold as strings. */
export function withIntegers(value: Json, types: ValueType = 'string'): Json {
  if (typeof value === 'string') return typesOf(types).includes('integer') ? (integerIn(value) ?? value) : value;
  const { items, properties, additional } = toValueTypes(types);
  if (Array.isArray(value)) return value.map((one: Json) => withIntegers(one, items));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    withIntegers(one, readMember(properties, name) ?? additional),
  ]);
  return Object.fromEntries(entries);
}

/** Returns a value with doubles for its integers, as validators read it; the same value if it has no `bigint`. */
export function asDoubles(value: unknown): unknown {
  return replaceValues(value, (one) => (typeof one === 'bigint' ? Number(one) : undefined));
}

/** Copies a value with the replacements that `replace` returns for values in it; returns the same value if there are none. */
export function replaceValues(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value);
  if (other !== undefined || typeof value !== 'object' || value === null) return other ?? value;
  const before = Object.entries(value);
  const after = before.map(([name, one]) => [name, replaceValues(one, replace)]);
  if (after.every(([, one], index) => one === before[index]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after);
}
