import type { TextRules } from '../../operation.js';

/** Makes the error that refuses a parameter; callers throw it. */
export type Refuse = TextRules['refuse'];

/** The items of a list, or the members of an object: `name=text`, or name and text in turn where it is not exploded. */
export interface Items {
  readonly kind: 'list' | 'object';
  readonly texts: readonly string[];
}

/** Whether a value stands for "not given". */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
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

/** The members of an object or the items of a list that are there, with their names. */
export function presentEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => !isAbsent(item));
}

/** Whether a value is neither a primitive nor a list nor a date. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** What a value is, for a message that refuses it. */
export function describe(value: unknown): string {
  if (isAbsent(value)) return `${value}`;
  if (typeof value === 'number') return 'not a finite number';
  if (value instanceof Date) return 'an invalid date';
  return Array.isArray(value) ? 'a list' : isPlainObject(value) ? 'an object' : `a ${typeof value}`;
}
