import { isJsonObject, type Json } from '../../json.js';
import type { ValueType, ValueTypes } from '../../operation.js';
import { parseJson } from '../../parameters/parse-json.js';

// Whole numbers that a double cannot hold are `bigint` in bodies, parameters and rows. The type of JSON does not say so: all
// that looks into such a value are the functions of this module, and what compares or writes it as a string.

/** A large integer: none of 64 bits has more digits. */
export const longestInteger: RegExp = /^-?[1-9]\d{15,99}$/;

/** A string, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with all digits of its integers; undefined if it is invalid or nested more than 100 levels deep. */
export function parseExactly(text: string, parse: (text: string) => Json | undefined = parseJson): Json | undefined {
  const plain = parse(text);
  if (plain === undefined || !/\d{16}/.test(text)) return plain;
  const mark = freeMark(text);
  let isLong = false;
  const marked = text.replace(token, (one) => {
    if (one.startsWith('"') || !isBeyond(one)) return one;
    isLong = true;
    return `"${mark}${one}"`;
  });
  if (!isLong) return plain;
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** What no string of a text begins with. */
function freeMark(text: string): string {
  let mark = 'integer:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

function isBeyond(text: string): boolean {
  return longestInteger.test(text) && String(Number(text)) !== text;
}

/** Writes JSON with all digits of its integers; indented only if it has none that a double cannot hold. */
export function writeExactly(value: unknown, indent?: string | number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    // A `bigint` throws; so does what is no JSON at all, here, too. The codecs of the runtime write such values as well, but Jest
    // does not link their module beside the others.
    const write = (mark: string): string =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one));
    const mark = freeMark(write(''));
    return write(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
  }
}

/** The integer that a string of many digits is. */
export function integerIn(text: string): Json | undefined {
  if (!longestInteger.test(text)) return undefined;
  // See above: the type of JSON has no `bigint`.
  return isBeyond(text) ? (BigInt(text) as unknown as Json) : Number(text);
}

/** A decoded value with all digits of its integers: those that a double cannot hold are strings in it. */
export function withIntegers(value: Json, types: ValueType = 'string'): Json {
  if (typeof value === 'string') return isInteger(types) ? (integerIn(value) ?? value) : value;
  const inner = typeof types === 'string' || isList(types) ? {} : types;
  if (Array.isArray(value)) return value.map((one: Json) => withIntegers(one, inner.items));
  if (!isJsonObject(value)) return value;
  const { properties = {}, additional } = inner;
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    withIntegers(one, Object.hasOwn(properties, name) ? properties[name] : additional),
  ]);
  return Object.fromEntries(entries);
}

/** Whether a text is an integer where it is one of digits. */
function isInteger(types: ValueType = 'string'): boolean {
  const all = typeof types === 'string' ? [types] : isList(types) ? types : undefined;
  return all === undefined ? isInteger((types as ValueTypes).type) : all.includes('integer');
}

// Array.isArray does not narrow a readonly list away from the object beside it.
function isList(types: Exclude<ValueType, string>): types is Extract<ValueType, readonly unknown[]> {
  return Array.isArray(types);
}

/** A value with doubles for its integers, as validators read it; the same value if there are none. */
export function asDoubles(value: unknown): unknown {
  return replaceValues(value, (one) => (typeof one === 'bigint' ? Number(one) : undefined));
}

/** A copy of a value with what `replace` gives for values in it; the same value if it gives nothing. */
export function replaceValues(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value);
  if (other !== undefined || !isObject(value)) return other ?? value;
  const before = Object.entries(value);
  const after = before.map(([name, one]): [string, unknown] => [name, replaceValues(one, replace)]);
  if (after.every(([, one], index) => one === before[index]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
