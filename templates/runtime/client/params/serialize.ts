import type { TextRules } from '../../operation.js';
import { isAbsent, presentEntries, isPlainObject, describe } from './values.js';

/** Makes the error that refuses a parameter; callers throw it. */
export type Refuse = TextRules['refuse'];

/** The items of a list, or the members of an object: `name=text`, or name and text in turn where it is not exploded. */
export interface Items {
  readonly kind: 'list' | 'object';
  readonly texts: readonly string[];
}

/** A primitive as text; dates in ISO 8601. */
export function toText(value: unknown, refuse: Refuse): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw refuse('holds half a surrogate pair');
    return value;
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  if (value instanceof Date && value.getTime() === value.getTime()) return value.toISOString();
  throw refuse(`cannot be written as text: it is ${describe(value)}`);
}

/** A primitive, or the items of a list, as texts that stand beside a delimiter; absent items are left out. */
export function textsOf(
  value: unknown,
  encode: TextRules['encode'],
  refuse: Refuse,
  delimiter: string,
): readonly string[] {
  const write = (item: unknown): string => encode(toText(item, refuse), delimiter);
  return Array.isArray(value) ? value.filter((item) => !isAbsent(item)).map(write) : [encode(toText(value, refuse))];
}

/** A primitive or a list of them as `name=value` pieces: style `form`, of what is no object. */
export function writePlain(name: string, value: unknown, { explode, encode, refuse }: TextRules): readonly string[] {
  const texts = textsOf(value, encode, refuse, explode ? '' : ',');
  const pieces = explode || texts.length === 0 ? texts : [texts.join(',')];
  return pieces.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/** A parameter of the query or a cookie in style `form`: as `name=value` pieces. */
export function writeForm(name: string, value: unknown, rules: TextRules): readonly string[] {
  if (!isPlainObject(value)) return writePlain(name, value, rules);
  const { texts = [] } = itemsOf(value, rules, rules.explode ? '' : ',') ?? {};
  return rules.explode || texts.length === 0 ? texts : [`${encodeURIComponent(name)}=${texts.join(',')}`];
}

/** A parameter of the path or a header in style `simple`: as one text. */
export function writeSimple(_name: string, value: unknown, rules: TextRules): readonly string[] {
  const texts = itemsOf(value, rules, ',')?.texts ?? [rules.encode(toText(value, rules.refuse))];
  return texts.length === 0 ? [] : [texts.join(',')];
}

/** What a list or an object holds, as texts that stand beside `delimiters`; absent items are left out. */
export function itemsOf(value: unknown, { explode, encode, refuse }: TextRules, delimiters: string): Items | undefined {
  const write = (item: unknown): string => encode(toText(item, refuse), delimiters);
  if (Array.isArray(value)) return { kind: 'list', texts: value.filter((item) => !isAbsent(item)).map(write) };
  if (!isPlainObject(value)) return undefined;
  const texts = presentEntries(value).flatMap(([key, item]) =>
    explode ? `${encode(toText(key, refuse), `${delimiters}=`)}=${write(item)}` : [write(key), write(item)],
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
