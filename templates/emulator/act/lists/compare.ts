import { isJsonObject, type Json } from '@speccast/runtime';
import { stringsOf } from '../../values/json-path.js';
import { plainName } from '../../values/plain-name.js';

/** Tests of a value against the text of a parameter, by the word that compares. */
export const comparisons: Readonly<Record<string, (found: Json, wanted: string) => boolean>> = {
  eq: isEqual,
  ne: (found, wanted) => !isEqual(found, wanted),
  gt: (found, wanted) => order(found, wanted) > 0,
  gte: (found, wanted) => order(found, wanted) >= 0,
  lt: (found, wanted) => order(found, wanted) < 0,
  lte: (found, wanted) => order(found, wanted) <= 0,
  like: (found, wanted) => toLower(found).includes(toLower(wanted).replace(/^%|%$/g, '')),
  starts: (found, wanted) => toLower(found).startsWith(toLower(wanted)),
  ends: (found, wanted) => toLower(found).endsWith(toLower(wanted)),
};

function toLower(value: Json): string {
  return String(value).toLowerCase();
}

const moment = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** The instant of a text such as `2025-01-31` or `2025-01-31T12:00:00+02:00`, in milliseconds; without a zone it is UTC. */
export function readInstant(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [text, zone] = moment.exec(value) ?? [];
  const time = text === undefined ? NaN : Date.parse(text.length > 10 && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Seconds since 1970 have at most eleven digits. */
const mostSeconds = 1e11;

function order(found: Json, wanted: string): number {
  const [one, other] = [toNumber(found), toNumber(wanted)];
  if (one !== undefined && other !== undefined) return one - other;
  const [left, right] = [
    [found, one],
    [wanted, other],
  ].map(([text, number]) => readInstant(text) ?? (typeof number === 'number' ? toTime(number) : undefined));
  if (left !== undefined && right !== undefined) return left - right;
  return typeof found !== 'string' || left !== undefined ? NaN : found < wanted ? -1 : Number(found > wanted);
}

function toNumber(value: Json | undefined): number | undefined {
  const isNumber = typeof value === 'string' ? /^-?\d+(?:\.\d+)?$/.test(value) : typeof value === 'number';
  return isNumber ? Number(value) : undefined;
}

function toTime(number: number): number {
  return number < mostSeconds ? number * 1000 : number;
}

/** A date alone is equal to each moment of that day. */
function isEqual(found: Json, wanted: string): boolean {
  const text = String(found);
  if (text === wanted) return true;
  const time = readInstant(found);
  if (time === undefined) return false;
  return wanted.length === 10 ? new Date(time).toISOString().startsWith(wanted) : time === readInstant(wanted);
}

/** Whether a value, or one of a list, compares as wanted with one of the texts; with each of them, where they are limits or excluded. */
export function compares(found: Json | undefined, word: string, wanted: readonly string[]): boolean {
  const test = comparisons[word] ?? isEqual;
  const all: readonly Json[] = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  if (word === 'ne') return all.every((one) => wanted.every((text) => test(one, text)));
  const holds = (text: string): boolean => all.some((one) => test(one, text));
  return /^[gl]te?$/.test(word) ? wanted.every(holds) : wanted.some(holds);
}

/** Other words for those of `comparisons`, as objects and expressions have them. */
const synonyms: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  ':': 'eq',
  in: 'eq',
  is: 'eq',
  '!=': 'ne',
  '<>': 'ne',
  neq: 'ne',
  not: 'ne',
  nin: 'ne',
  out: 'ne',
  '>': 'gt',
  after: 'gt',
  '>=': 'gte',
  ge: 'gte',
  min: 'gte',
  from: 'gte',
  '<': 'lt',
  before: 'lt',
  '<=': 'lte',
  le: 'lte',
  max: 'lte',
  to: 'lte',
  co: 'like',
  contains: 'like',
  sw: 'starts',
  startswith: 'starts',
  ew: 'ends',
  endswith: 'ends',
};

/** The word of `comparisons` that another one means: `gte` for `>=`, `ge`, `=ge=` and `$gte`. */
export function readComparison(text: string): string | undefined {
  const word = text.toLowerCase().replace(/^\$|^=(?=\w)|(?<=\w)=$|_/g, '');
  const known = Object.hasOwn(synonyms, word) ? synonyms[word] : word;
  return known !== undefined && Object.hasOwn(comparisons, known) ? known : undefined;
}

/** Whether a value is as an object says: `{ age: { gte: '21' }, city: ['Oslo', 'Rome'] }`. */
export function fits(found: Json | undefined, wanted: Json): boolean {
  if (!isJsonObject(wanted)) return compares(found, 'eq', listTexts(wanted));
  return Object.entries(wanted).every(([name, value]) => {
    const word = readComparison(name);
    return word !== undefined && readLoosely(found, name) === undefined
      ? compares(found, word, listTexts(value))
      : fits(readLoosely(found, name), value);
  });
}

/** The texts that a parameter lists: with commas, also the whole of it. */
export function listTexts(value: Json | undefined): readonly string[] {
  const texts = stringsOf(value);
  return typeof value === 'string' && texts.length > 1 ? [value, ...texts] : texts;
}

/** The value at a path, whose names may be written in another way: `createdAt` for `created_at`; of a list, those of its items. */
export function readLoosely(value: Json | undefined, path: string): Json | undefined {
  if (value === undefined || path === '') return value;
  if (Array.isArray(value)) {
    const found = value.flatMap((one: Json) => readLoosely(one, path) ?? []);
    return found.length > 0 ? found : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const [name = '', ...rest] = Object.hasOwn(value, path) ? [path] : path.split(/[./]/);
  const plain = plainName(name);
  const key = Object.hasOwn(value, name) ? name : Object.keys(value).find((one) => plainName(one) === plain);
  return key === undefined || key.startsWith('~') ? undefined : readLoosely(value[key], rest.join('.'));
}

/** The value of a parameter, where it is JSON as text: `["age","desc"]`. */
export function parseValue(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
