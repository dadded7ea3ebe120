import type { SerializeRules } from '../../operation.js';
import { isAbsent, presentEntries, isPlainObject, describe } from './values.js';

/** Creates the error for a parameter; callers throw it. */
export type ToError = SerializeRules['invalid'];

/** The items of a list, or the members of an object: `name=text`, or name and text in turn where it is not exploded. */
export interface Items {
  readonly kind: 'list' | 'object';
  readonly texts: readonly string[];
}

/** A primitive as text; dates in ISO 8601. */
export function toStringValue(value: unknown, invalid: ToError): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw invalid('holds half a surrogate pair');
    return value;
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  if (value instanceof Date && value.getTime() === value.getTime()) return value.toISOString();
  throw invalid(`cannot be written as text: it is ${describe(value)}`);
}

/** A primitive, or the items of a list, as texts that stand beside a delimiter; absent items are left out. */
export function stringsOf(
  value: unknown,
  encode: SerializeRules['encode'],
  invalid: ToError,
  delimiter: string,
): readonly string[] {
  const write = (item: unknown): string => encode(toStringValue(item, invalid), delimiter);
  return Array.isArray(value)
    ? value.filter((item) => !isAbsent(item)).map(write)
    : [encode(toStringValue(value, invalid))];
}

/** A primitive or a list of them as `name=value` pieces: style `form`, of what is no object. */
export function writePlain(
  name: string,
  value: unknown,
  { explode, encode, invalid }: Omit<SerializeRules, 'in'>,
): readonly string[] {
  const texts = stringsOf(value, encode, invalid, explode ? '' : ',');
  const pieces = explode || texts.length === 0 ? texts : [texts.join(',')];
  return pieces.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/** A parameter of the query or a cookie in style `form`: as `name=value` pieces. */
export function writeForm(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  if (!isPlainObject(value)) return writePlain(name, value, rules);
  const { texts = [] } = itemsOf(value, rules, rules.explode ? '' : ',') ?? {};
  return rules.explode || texts.length === 0 ? texts : [`${encodeURIComponent(name)}=${texts.join(',')}`];
}

/** A parameter of the path or a header in style `simple`: as one text. */
export function writeSimple(_name: string, value: unknown, rules: SerializeRules): readonly string[] {
  const texts = itemsOf(value, rules, ',')?.texts ?? [rules.encode(toStringValue(value, rules.invalid))];
  return texts.length === 0 ? [] : [texts.join(',')];
}

/** What a list or an object holds, as texts that stand beside `delimiters`; absent items are left out. */
export function itemsOf(
  value: unknown,
  { explode, encode, invalid }: SerializeRules,
  delimiters: string,
): Items | undefined {
  const write = (item: unknown): string => encode(toStringValue(item, invalid), delimiters);
  if (Array.isArray(value)) return { kind: 'list', texts: value.filter((item) => !isAbsent(item)).map(write) };
  if (!isPlainObject(value)) return undefined;
  const texts = presentEntries(value).flatMap(([key, item]) =>
    explode ? `${encode(toStringValue(key, invalid), `${delimiters}=`)}=${write(item)}` : [write(key), write(item)],
  );
  return { kind: 'object', texts };
}

/** Leaves characters alone that a query may hold (`allowReserved`), but those that would end the value or change it. */
export function encodeReserved(text: string, beside: string = ''): string {
  return encodeURIComponent(text).replace(/%(?:2F|3A|3B|3D|3F|40|24|2C)/g, (code) => {
    const character = decodeURIComponent(code);
    return beside.includes(character) ? code : character;
  });
}
