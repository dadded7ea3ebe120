import { isJsonObject, parseJson, readMember, type Json } from '../../json.js';
import { toValueTypes, listTypes, type ValueType } from '../../value-types.js';

// In bodies, parameters and rows, integers that a double cannot hold are `bigint`, although the type `Json` has none. Only the functions of
// this module calculate with them; other code compares them or writes them as strings.

/** Matches an integer of 16 to 100 digits. Integers of 64 bits have at most 20. */
export const longestInteger: RegExp = /^-?[1-9]\d{15,99}$/;

/** Matches a JSON string or number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON and keeps all digits of integers; `undefined` if it is invalid or nested more than 100 levels deep. */
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

/** Returns a prefix for strings that does not occur in text: `integer:`. */
function createMark(text: string) {
  let mark = 'integer:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** Writes JSON with all digits of integers. It is only indented if a double can hold all of them. */
export function writeExactly(value: unknown, indent?: string | number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    // `stringify` throws for a `bigint`; a value that is not JSON throws again below. `stringifyExact` is not imported, because Jest fails
    // to link its module beside the others.
    const write = (mark: string) =>
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${mark}${one}` : one));
    const mark = createMark(write(''));
    return write(mark).replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
  }
}

/** Converts a string of 16 digits or more to an integer; `undefined` for any other string. */
export function integerIn(text: string): Json | undefined {
  if (!longestInteger.test(text)) return undefined;
  const double = Number(text);
  // `as`: the type `Json` has no `bigint`.
  return String(double) === text ? double : (BigInt(text) as unknown as Json);
}

/** Replaces strings of integers in a decoded value, by its types. Decoding leaves integers that a double cannot hold as strings. */
export function withIntegers(value: Json, types: ValueType = 'string'): Json {
  if (typeof value === 'string') return listTypes(types).includes('integer') ? (integerIn(value) ?? value) : value;
  const { items, properties, additional } = toValueTypes(types);
  if (Array.isArray(value)) return value.map((one: Json) => withIntegers(one, items));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    withIntegers(one, readMember(properties, name) ?? additional),
  ]);
  return Object.fromEntries(entries);
}

/** Returns a value with numbers instead of `bigint`, for validators; the same value if it has none. */
export function asDoubles(value: unknown): unknown {
  return replaceValues(value, (one) => (typeof one === 'bigint' ? Number(one) : undefined));
}

/** Copies a value, with values in it replaced by the results of `replace` that are not `undefined`; the same value if all are. */
export function replaceValues(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value);
  if (other !== undefined || typeof value !== 'object' || value === null) return other ?? value;
  const before = Object.entries(value);
  const after = before.map(([name, one]) => [name, replaceValues(one, replace)]);
  if (after.every(([, one], index) => one === before[index]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after);
}
