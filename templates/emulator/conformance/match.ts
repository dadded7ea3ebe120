import { writeCanonical } from '../values/canonical-json.js';
import { readPath, show } from './values.js';

/**
 * Describes how a value differs from the expected one; empty if it matches. An expected object lists members by path
 * (`items.*.id`), and allows others; members that begin with `$` are matchers. A list must have equal length and matching
 * items. Everything else must be equal.
 */
export function match(got: unknown, wanted: unknown, at = 'the response'): readonly string[] {
  const differs = (expected: string) => [`${at}: wanted ${expected}, got ${show(got)}`];
  if (Array.isArray(wanted)) {
    if (!Array.isArray(got) || got.length !== wanted.length) return differs(show(wanted));
    return wanted.flatMap((item, index) => match(got[index], item, `${at}.${index}`));
  }
  if (typeof wanted !== 'object' || wanted === null) return Object.is(got, wanted) ? [] : differs(show(wanted));
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return match(readPath(got, name), value, at === 'the response' ? name : `${at}.${name}`);
    if (name === '$length') {
      const hasLength = Array.isArray(got) || typeof got === 'string' || got instanceof Uint8Array;
      return match(hasLength ? got.length : undefined, value, `the length of ${at}`);
    }
    if (name === '$keys') return match(Object.keys(Object(got)), value, `the names in ${at}`);
    if (name === '$sum') {
      const sum = toList(got).reduce((total: number, one) => total + Number(one), 0);
      return match(sum, Number(value), `the sum of ${at}`);
    }
    if (name === '$each' && Array.isArray(got))
      return got.flatMap((item, index) => match(item, value, `${at}.${index}`)).slice(0, 5);
    const matcher = matchers[name];
    if (!matcher) throw new Error(`there is no matcher ${name}`);
    const [fits, expected] = matcher(got, value);
    return fits ? [] : differs(expected);
  });
}

/** Tests a value. Returns whether it fits, and the expectation for messages: `at least 3`. */
type Matcher = (got: unknown, wanted: unknown) => readonly [fits: boolean, expected: string];

/** The other matchers by the names that checks use. */
const matchers: Readonly<Record<string, Matcher>> = {
  $type: (got, wanted) => {
    const type = Array.isArray(got) ? 'array' : typeof got;
    return [(got === null ? 'null' : type) === wanted, `of type ${String(wanted)}`];
  },
  $absent: (got, wanted) => [(got === undefined) === wanted, wanted === true ? 'nothing' : 'something'],
  $equals: (got, wanted) => [isSame(got, wanted), `exactly ${show(wanted)}`],
  $matches: (got, wanted) => [
    typeof got === 'string' && new RegExp(String(wanted), 'u').test(got),
    `text like /${String(wanted)}/`,
  ],
  $oneOf: (got, wanted) => [toList(wanted).some((one) => matches(got, one)), `one of ${show(wanted)}`],
  $not: (got, wanted) => [!matches(got, wanted), `other than ${show(wanted)}`],
  $min: (got, wanted) => [typeof got === typeof wanted && compare(got, wanted) >= 0, `at least ${show(wanted)}`],
  $max: (got, wanted) => [typeof got === typeof wanted && compare(got, wanted) <= 0, `at most ${show(wanted)}`],
  $more: (got, wanted) => [compare(got, wanted) > 0, `more than ${show(wanted)}`],
  $each: () => [false, 'a list'],
  $contains: (got, wanted) =>
    typeof got === 'string'
      ? [got.includes(String(wanted)), `text with ${show(wanted)}`]
      : [toList(got).some((item) => matches(item, wanted)), `${show(wanted)} among it`],
  $lacks: (got, wanted) => [!toList(got).some((item) => matches(item, wanted)), `no ${show(wanted)} among it`],
  $includes: (got, wanted) => [isWithin(toList(wanted), got), `all of ${show(wanted)}`],
  $within: (got, wanted) => [isWithin(got, wanted), `only of ${show(wanted)}`],
  $set: (got, wanted) => [isSame(sort(got), sort(wanted)), `${show(wanted)} in any order`],
  $distinct: (got, wanted) => [
    (new Set(toList(got).map(writeCanonical)).size === toList(got).length) === wanted,
    'no repeats',
  ],
  $sorted: (got, wanted) => {
    const sign = wanted === 'descending' ? -1 : 1;
    const fits = toList(got).every((one, at, list) => at === 0 || sign * compare(list[at - 1], one) <= 0);
    return [Array.isArray(got) && fits, `${String(wanted)} order`];
  },
  $counting: (got, wanted) => [
    Array.isArray(got) && got.every((one, index) => one === index + Number(wanted)),
    `numbers that count up from ${show(wanted)}`,
  ],
};

function matches(got: unknown, wanted: unknown) {
  return match(got, wanted).length === 0;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Tells whether a value is a list whose items are all in another one. */
function isWithin(list: unknown, other: unknown) {
  return Array.isArray(list) && list.every((one) => toList(other).some((item) => isSame(item, one)));
}

function isSame(left: unknown, right: unknown) {
  return writeCanonical(left) === writeCanonical(right);
}

function sort(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(writeCanonical).sort() : undefined;
}

/** Compares two values. Strings of digits, the format of int64, count as numbers. */
function compare(left: unknown, right: unknown) {
  const [a, b] = [Number(left), Number(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return NaN;
  return left < right ? -1 : Number(left > right);
}
