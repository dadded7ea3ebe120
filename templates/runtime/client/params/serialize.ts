import type { SerializeRules, ToError, WriteStyle } from '../../operation.js';
import { isAbsent, presentEntries, isPlainObject, describe } from './values.js';

export type { ToError };

/** Writes a primitive as text, a `Date` in ISO 8601; throws an error of `invalid` for other values. */
export function toStringValue(value: unknown, invalid: ToError): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw invalid('contains a lone surrogate');
    return value;
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  if (value instanceof Date && value.getTime() === value.getTime()) return value.toISOString();
  throw invalid(`cannot be written as text: it is ${describe(value)}`);
}

/** Writes a primitive, or the items of a list, as encoded strings to be joined by `delimiter`. Leaves out absent items. */
export function writeTexts(
  value: unknown,
  { encode, invalid }: Pick<SerializeRules, 'encode' | 'invalid'>,
  delimiter: string,
): readonly string[] {
  return Array.isArray(value)
    ? value.filter((item) => !isAbsent(item)).map((item) => encode(toStringValue(item, invalid), delimiter))
    : [encode(toStringValue(value, invalid))];
}

/** Writes a primitive or a list in style `form`: exploded as `a=1` and `a=2`, else as `a=1,2`. */
export function writePlain(name: string, value: unknown, rules: Omit<SerializeRules, 'in'>): readonly string[] {
  const { explode } = rules;
  const texts = writeTexts(value, rules, explode ? '' : ',');
  const joined = explode || !texts.length ? texts : [texts.join(',')];
  return joined.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/** Writes a parameter of the query or a cookie in style `form`, as `name=value` pieces: `{ x: 1 }` → `x=1`, or `a=x,1` if not exploded. */
export const writeForm: WriteStyle = (name, value, rules) => {
  if (!isPlainObject(value)) return writePlain(name, value, rules);
  const { explode } = rules;
  const texts = writeItems(value, rules, explode ? '' : ',');
  return explode || !texts.length ? texts : [`${encodeURIComponent(name)}=${texts.join(',')}`];
};

/** Writes a parameter of the path or a header in style `simple`: `[1, 2]` → `1,2`. */
export const writeSimple: WriteStyle = (_name, value, rules) => {
  const texts = writeItems(value, rules, ',');
  return texts.length ? [texts.join(',')] : [];
};

/**
 * Writes a primitive, the items of a list or the members of an object as encoded strings to be joined by a delimiter: `{ a: 1 }` →
 * `a=1` if exploded, else `a` and `1`.
 */
export function writeItems(value: unknown, rules: SerializeRules, delimiters: string): readonly string[] {
  if (!isPlainObject(value)) return writeTexts(value, rules, delimiters);
  const { explode, encode, invalid } = rules;
  return presentEntries(value).flatMap(([key, item]) => {
    const name = encode(toStringValue(key, invalid), explode ? `${delimiters}=` : delimiters);
    const text = encode(toStringValue(item, invalid), delimiters);
    return explode ? `${name}=${text}` : [name, text];
  });
}

/** Percent-encodes text for a query with `allowReserved`: `a/b&c` → `a/b%26c`. Encodes all characters of `beside`. */
export function encodeReserved(text: string, beside = ''): string {
  return encodeURIComponent(text).replace(/%(?:2F|3A|3B|3D|3F|40|24|2C)/g, (code) => {
    const character = decodeURIComponent(code);
    return beside.includes(character) ? code : character;
  });
}
