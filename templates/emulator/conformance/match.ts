import { readPath, show } from './values.js';

/**
 * Describes how a value differs from the expected one; empty if it matches. An expected object lists members by path
 * (`items.*.id`), and allows others; members that begin with `$` are matchers. A list must have equal length and matching
 * items. Everything else must be equal.
 */
export function match(got: unknown, wanted: unknown, at = 'the response'): readonly string[] {
  if (Array.isArray(wanted)) return matchList(got, wanted, at);
  if (typeof wanted !== 'object' || wanted === null)
    return Object.is(got, wanted) ? [] : [`${at}: wanted ${show(wanted)}, got ${show(got)}`];
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return matchMember(got, name, value, at);
    const matcher = matchers.get(name);
    if (matcher === undefined) throw new Error(`there is no matcher ${name}`);
    return matcher(got, value, { at, match });
  });
}

function matchMember(got: unknown, path: string, wanted: unknown, at: string): readonly string[] {
  const inside = `${at === 'the response' ? '' : `${at}.`}${path}`;
  return match(readPath(got, path), wanted, inside);
}

function matchList(got: unknown, wanted: readonly unknown[], at: string): readonly string[] {
  if (!Array.isArray(got) || got.length !== wanted.length) return [`${at}: wanted ${show(wanted)}, got ${show(got)}`];
  return wanted.flatMap((item, index) => match(got[index], item, `${at}.${index}`));
}

/** The context of a matcher. */
interface MatchContext {
  /** Path of the value, for messages. */
  readonly at: string;
  readonly match: (got: unknown, wanted: unknown, at?: string) => readonly string[];
}

/** Describes how a value differs; empty if it matches. */
type Matcher = (got: unknown, wanted: unknown, context: MatchContext) => readonly string[];

/** The matchers by the names that checks use. */
export const matchers: ReadonlyMap<string, Matcher> = new Map<string, Matcher>([
  ['$type', (got, wanted, { at }) => verdict(typeOf(got) === wanted, at, `of type ${String(wanted)}`, got)],
  [
    '$absent',
    (got, wanted, { at }) =>
      verdict((got === undefined) === wanted, at, wanted === true ? 'nothing' : 'something', got),
  ],
  ['$equals', (got, wanted, { at }) => verdict(isSame(got, wanted), at, `exactly ${show(wanted)}`, got)],
  ['$matches', (got, wanted, { at }) => verdict(fits(got, wanted), at, `text like /${String(wanted)}/`, got)],
  ['$oneOf', oneOf],
  [
    '$not',
    (got, wanted, { at, match }) => verdict(match(got, wanted).length > 0, at, `other than ${show(wanted)}`, got),
  ],
  ['$length', (got, wanted, { at, match }) => match(lengthOf(got), wanted, `the length of ${at}`)],
  [
    '$min',
    (got, wanted, { at }) =>
      verdict(typeof got === typeof wanted && compare(got, wanted) >= 0, at, `at least ${show(wanted)}`, got),
  ],
  [
    '$max',
    (got, wanted, { at }) =>
      verdict(typeof got === typeof wanted && compare(got, wanted) <= 0, at, `at most ${show(wanted)}`, got),
  ],
  ['$more', (got, wanted, { at }) => verdict(compare(got, wanted) > 0, at, `more than ${show(wanted)}`, got)],
  ['$each', each],
  ['$contains', contains],
  [
    '$lacks',
    (got, wanted, { at, match }) =>
      verdict(
        listOf(got).every((item) => match(item, wanted).length > 0),
        at,
        `no ${show(wanted)} among it`,
        got,
      ),
  ],
  [
    '$includes',
    (got, wanted, { at }) =>
      verdict(
        listOf(wanted).every((one) => has(got, one)),
        at,
        `all of ${show(wanted)}`,
        got,
      ),
  ],
  [
    '$within',
    (got, wanted, { at }) =>
      verdict(Array.isArray(got) && got.every((one) => has(wanted, one)), at, `only of ${show(wanted)}`, got),
  ],
  [
    '$set',
    (got, wanted, { at }) => verdict(isSame(sorted(got), sorted(wanted)), at, `${show(wanted)} in any order`, got),
  ],
  [
    '$distinct',
    (got, wanted, { at }) =>
      verdict((new Set(listOf(got).map(key)).size === listOf(got).length) === wanted, at, 'no repeats', got),
  ],
  ['$sorted', (got, wanted, { at }) => verdict(isSorted(got, wanted), at, `${String(wanted)} order`, got)],
  [
    '$counting',
    (got, wanted, { at }) =>
      verdict(
        Array.isArray(got) && got.every((one, index) => one === index + Number(wanted)),
        at,
        `numbers that count up from ${show(wanted)}`,
        got,
      ),
  ],
  ['$keys', (got, wanted, { at, match }) => match(Object.keys(Object(got)), wanted, `the names in ${at}`)],
  [
    '$sum',
    (got, wanted, { at, match }) =>
      match(
        listOf(got).reduce((sum: number, one) => sum + Number(one), 0),
        Number(wanted),
        `the sum of ${at}`,
      ),
  ],
]);

function verdict(holds: boolean, at: string, wanted: string, got: unknown): readonly string[] {
  return holds ? [] : [`${at}: wanted ${wanted}, got ${show(got)}`];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function oneOf(got: unknown, wanted: unknown, { at, match }: MatchContext): readonly string[] {
  const fitting = listOf(wanted).some((one) => match(got, one).length === 0);
  return verdict(fitting, at, `one of ${show(wanted)}`, got);
}

function each(got: unknown, wanted: unknown, { at, match }: MatchContext): readonly string[] {
  if (!Array.isArray(got)) return [`${at}: wanted a list, got ${show(got)}`];
  return got.flatMap((item, index) => match(item, wanted, `${at}.${index}`)).slice(0, 5);
}

function contains(got: unknown, wanted: unknown, { at, match }: MatchContext): readonly string[] {
  if (typeof got === 'string') return verdict(got.includes(String(wanted)), at, `text with ${show(wanted)}`, got);
  return verdict(
    listOf(got).some((item) => match(item, wanted).length === 0),
    at,
    `${show(wanted)} among it`,
    got,
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) || typeof value === 'string' || value instanceof Uint8Array ? value.length : undefined;
}

function fits(got: unknown, pattern: unknown): boolean {
  return typeof got === 'string' && new RegExp(String(pattern), 'u').test(got);
}

function has(list: unknown, wanted: unknown): boolean {
  return listOf(list).some((one) => isSame(one, wanted));
}

function isSame(left: unknown, right: unknown): boolean {
  return key(left) === key(right);
}

/** Serializes a value with sorted names. */
function key(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(key).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing';
  const names = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${names.map(([name, item]) => `${JSON.stringify(name)}:${key(item)}`).join(',')}}`;
}

function sorted(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(key).sort() : undefined;
}

/** Accepts numbers as strings as well, the format of int64. */
function compare(left: unknown, right: unknown): number {
  const [a, b] = [Number(left), Number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return NaN;
  return left < right ? -1 : Number(left > right);
}

function isSorted(got: unknown, order: unknown): boolean {
  const sign = order === 'descending' ? -1 : 1;
  const list = listOf(got);
  return Array.isArray(got) && list.every((one, index) => index === 0 || sign * compare(list[index - 1], one) <= 0);
}
