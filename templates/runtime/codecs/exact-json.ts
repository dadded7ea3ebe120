import { exactJson, type ExactJson } from '../client/body/json-text.js';
import { ExactNumber } from '../codec.js';

/** The text of numbers that a double cannot hold, by the object or array that holds them. */
const sources = new WeakMap<object, Map<string, string>>();

/** Returns the text of a number in JSON that `parseExact` read, where a double differs from it. */
export function readSource(holder: object, key: string | number): string | undefined {
  const text = sources.get(holder)?.get(String(key));
  // Its holder may have another number by now.
  return text !== undefined && Number(text) === Reflect.get(holder, key) ? text : undefined;
}

/** A string, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON by `parse`. Remembers numbers that a double cannot hold, for codecs; one alone is a `bigint` if it is whole.
 */
export function parseExact(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // A text that is no JSON is rejected here.
  const plain = parse(text);
  if (!mayBeInexact(text)) return plain;
  if (typeof plain === 'number') return /^\s*-?\d+\s*$/.test(text) && isInexact(text.trim()) ? BigInt(text) : plain;
  // A second pass over the text, with strings in place of numbers: not every platform gives their source to `JSON.parse`.
  const mark = freeMark(text);
  const marked = text.replace(token, (one) => (one.startsWith('"') || !isInexact(one) ? one : `"${mark}${one}"`));
  return marked === text ? plain : remember(plain, parse(marked), mark);
}

/** A whole number in XML that no double holds. */
const integer = /(?<=[>"'\s])[+-]?\d{16,}(?=[<"'\s])/g;

/** Reads XML by `read`, which alone knows the numbers in it. Remembers those that a double cannot hold, for codecs. */
export function readExact(text: string, read: (text: string) => unknown): unknown {
  const plain = read(text);
  const mark = freeMark(text);
  const marked = text.replace(integer, (one) => (Number.isSafeInteger(Number(one)) ? one : mark + String(BigInt(one))));
  return marked === text ? plain : remember(plain, read(marked), mark);
}

/** Remembers the texts of numbers: `marked` is the same value, with strings that begin with `mark` in their place. */
function remember<T>(holder: T, marked: unknown, mark: string): T {
  if (!isHolder(holder) || !isHolder(marked)) return holder;
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(holder)) {
    const other: unknown = Reflect.get(marked, key);
    const text = typeof value === 'number' && typeof other === 'string' ? other.trim() : '';
    if (text.startsWith(mark)) texts.set(key, text.slice(mark.length));
    else remember(value, other, mark);
  }
  if (texts.size) sources.set(holder, texts);
  return markExact(holder);
}

/** Copies a value that `parseExact` read, with an `ExactNumber` for each number that a double cannot hold. */
export function exactNumbers(value: unknown): unknown {
  if (!isHolder(value)) return value;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const text = readSource(value, key);
    return [key, text === undefined ? exactNumbers(item) : new ExactNumber(text)] as const;
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Returns whether a text may hold numbers that a double cannot. */
export function mayBeInexact(text: string): boolean {
  return /[\d.]{16}|\d[eE]/.test(text);
}

/** Returns whether the double of a number has another text. */
function isInexact(text: string) {
  const value = Number(text);
  return Number.isInteger(value) && /^-?\d+$/.test(text) ? !Number.isSafeInteger(value) : String(value) !== text;
}

/** Finds a beginning that no string of a text has. */
function freeMark(text: string) {
  let mark = 'exact:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** Writes a value as JSON, with all digits of its numbers: of each `bigint`, each `ExactNumber`, and those that `parseExact` read. */
export function stringifyExact(value: unknown, space?: number): string | undefined {
  const mark = freeMark(stringifyWith(value, '') ?? '');
  return stringifyWith(value, mark, space)?.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Writes a value as JSON, with strings in place of numbers that a double cannot hold: `mark` and their digits. */
function stringifyWith(value: unknown, mark: string, space?: number): string | undefined {
  const replace = function (this: object, key: string, item: unknown): unknown {
    const text = readDigits(item) ?? readSource(this, key);
    return text === undefined ? item : mark + text;
  };
  return JSON.stringify(value, replace, space);
}

/** Returns the digits of a value that is a number longer than a double. */
export function readDigits(item: unknown): string | undefined {
  return typeof item === 'bigint' ? String(item) : item instanceof ExactNumber ? item.text : undefined;
}

/** Marks an object or array that holds numbers longer than a double, for `toJson` and `cloneData`. */
export function markExact<Holder extends object>(holder: Holder): Holder {
  const isExact = (item: unknown) => readDigits(item) ?? Object(item)[exactJson];
  return sources.has(holder) || Object.values(holder).some(isExact) ? markAs(holder) : holder;
}

/** Wraps a number that is a body by itself, and that JSON has not or would cut. */
export function holdExact(value: unknown): unknown {
  const text = readDigits(value);
  return text === undefined ? value : markAs(new ExactNumber(text));
}

function markAs<Holder extends object>(holder: Holder): Holder {
  const text = () => stringifyExact(holder) ?? '';
  const value: ExactJson = {
    text,
    clone: () => (holder instanceof ExactNumber ? holder : parseExact(text())),
    spelled: () => JSON.parse(stringifyWith(holder, '') ?? ''),
  };
  return Object.defineProperty(holder, exactJson, { value, configurable: true });
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
