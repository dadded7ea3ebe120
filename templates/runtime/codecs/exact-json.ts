import { exactJson, type ExactJson } from '../client/body/json-text.js';
import { ExactNumber } from '../codec.js';

/** The text of numbers that a double cannot hold, by the object or array that holds them. */
const sources = new WeakMap<object, Map<string, string>>();

/** The text of a number in JSON that `parseExact` read, where a double differs from it. */
export function sourceOf(holder: object, key: string | number): string | undefined {
  return sources.get(holder)?.get(String(key));
}

/** A string, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The value of JSON, as `parse` (default: `JSON.parse`) has it; what a double cannot hold is remembered for codecs, and by
 * itself is a `bigint` if it is whole.
 */
export function parseExact(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // What is no JSON is rejected here; what follows can rely on it.
  const plain = parse(text);
  if (!mayBeInexact(text)) return plain;
  if (typeof plain === 'number') return /^\s*-?\d+\s*$/.test(text) && isInexact(text.trim()) ? BigInt(text) : plain;
  // A second pass over the text, with strings in their place: not every platform gives the source of a number to `JSON.parse`.
  const mark = freeMark(text);
  let found = false;
  const marked = text.replace(token, (one) => {
    if (one.startsWith('"') || !isInexact(one)) return one;
    found = true;
    return `"${mark}${one}"`;
  });
  return found ? unmark(parse(marked), mark) : plain;
}

/** A value that `parseExact` read, with numbers that a double cannot hold as values of their own, which `stringifyExact` writes. */
export function exactNumbers(value: unknown): unknown {
  if (!isHolder(value)) return value;
  const exact = (key: string, item: unknown): unknown => {
    const text = typeof item === 'number' ? sourceOf(value, key) : undefined;
    return text === undefined ? exactNumbers(item) : new ExactNumber(text);
  };
  if (Array.isArray(value)) return value.map((item, index) => exact(String(index), item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(key, item)]));
}

/** Whether a text may hold numbers that a double cannot. */
export function mayBeInexact(text: string): boolean {
  return /[\d.]{16}|\d[eE]/.test(text);
}

/** Puts numbers where strings stand for them, and remembers their texts. */
function unmark<T>(holder: T, mark: string): T {
  if (!isHolder(holder)) return holder;
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value !== 'string' || !value.startsWith(mark)) {
      unmark(value, mark);
      continue;
    }
    const source = value.slice(mark.length);
    const known = sources.get(holder) ?? new Map<string, string>();
    sources.set(holder, known.set(key, source));
    Object.defineProperty(holder, key, { value: Number(source) });
  }
  return markExact(holder);
}

/** A whole number in XML that no double holds. */
const integer = /(?<=[>"'\s])[+-]?\d{16,}(?=[<"'\s])/g;

/** The value of XML, as `read` has it; what a double cannot hold is remembered for codecs. Only `read` knows what is a number. */
export function readExact(text: string, read: (text: string) => unknown): unknown {
  const plain = read(text);
  const mark = freeMark(text);
  const marked = text.replace(integer, (one) => (Number.isSafeInteger(Number(one)) ? one : mark + one));
  return marked === text ? plain : remember(plain, read(marked), mark);
}

/** Remembers the texts of numbers: they are strings with a mark in what is otherwise the same. */
function remember<T>(holder: T, marked: unknown, mark: string): T {
  if (!isHolder(holder) || !isHolder(marked)) return holder;
  for (const [key, value] of Object.entries(holder)) {
    const other: unknown = Reflect.get(marked, key);
    const text = typeof value === 'number' && typeof other === 'string' ? other.trim() : '';
    if (text.startsWith(mark))
      sources.set(holder, (sources.get(holder) ?? new Map()).set(key, text.slice(mark.length)));
    else remember(value, other, mark);
  }
  return markExact(holder);
}

/** Whether a double has another text than a number. */
function isInexact(text: string): boolean {
  const value = Number(text);
  return Number.isInteger(value) && /^-?\d+$/.test(text) ? !Number.isSafeInteger(value) : String(value) !== text;
}

/** A beginning that no string of a text has. */
function freeMark(text: string): string {
  let mark = 'exact:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** A value as JSON, with all digits of its numbers: of each `bigint`, each `ExactNumber`, and what `parseExact` read. */
export function stringifyExact(value: unknown, space?: number): string | undefined {
  const numbers: string[] = [];
  const replace = (mark: string): string | undefined =>
    stringifyWith(value, (text) => `${mark}${numbers.push(text) - 1}`, space);
  // The first text shows which mark is free.
  const mark = freeMark(replace('') ?? '');
  numbers.length = 0;
  return replace(mark)?.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, index: string) => numbers[Number(index)] ?? '');
}

/** A value as JSON, with strings in the place of numbers that a double cannot hold. */
function stringifyWith(value: unknown, write: (text: string) => string, space?: number): string | undefined {
  const replace = function (this: object, key: string, item: unknown): unknown {
    const text = textOf(item) ?? (typeof item === 'number' ? sourceOf(this, key) : undefined);
    return text === undefined ? item : write(text);
  };
  return JSON.stringify(value, replace, space);
}

function textOf(item: unknown): string | undefined {
  return typeof item === 'bigint' ? String(item) : item instanceof ExactNumber ? item.text : undefined;
}

/** Tells what writes and copies an object or array that it holds numbers longer than a double, if it does. */
export function markExact<Holder extends object>(holder: Holder): Holder {
  if (!sources.has(holder) && !Object.values(holder).some(isExact)) return holder;
  const text = (): string => stringifyExact(holder) ?? '';
  return markAs(holder, {
    text,
    clone: () => parseExact(text()),
    spelled: () => JSON.parse(stringifyWith(holder, (number) => number) ?? ''),
  });
}

/** What holds a number that is a body by itself, where JSON would lose its digits or have none. */
export function holdExact(value: unknown): unknown {
  const text = textOf(value);
  if (text === undefined) return value;
  return markAs(new ExactNumber(text), { text: () => text, clone: () => holdExact(value), spelled: () => text });
}

function markAs<Holder extends object>(holder: Holder, value: ExactJson): Holder {
  return Object.defineProperty(holder, exactJson, { value, configurable: true });
}

function isExact(value: unknown): boolean {
  return textOf(value) !== undefined || (isHolder(value) && Object.hasOwn(value, exactJson));
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
