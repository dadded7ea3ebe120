import { exactJson, type ExactJson } from '../client/body/json-text.js';
import { ExactNumber } from '../codec.js';

/** The text of numbers that a double cannot hold, by the object or array that contains them, and by key. */
const sources = new WeakMap<object, Map<string, string>>();

/** Returns the text of a number that `parseExact` parsed and a double cannot hold; `undefined` for other values. */
export function readSource(holder: object, key: string | number): string | undefined {
  const text = sources.get(holder)?.get(String(key));
  // The number may have been changed since then.
  return text !== undefined && Number(text) === Reflect.get(holder, key) ? text : undefined;
}

/** Matches a JSON string or number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON, and keeps the text of numbers that a double cannot hold, for codecs and `stringifyExact`. If the whole text is an
 * integer that a double cannot hold, it returns a `bigint`. Throws a `SyntaxError` for invalid JSON.
 */
export function parseExact(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // Throws for invalid JSON.
  const plain = parse(text);
  if (!mayBeInexact(text)) return plain;
  if (typeof plain === 'number') return /^\s*-?\d+\s*$/.test(text) && isInexact(text.trim()) ? BigInt(text) : plain;
  // Parsed again with strings instead of these numbers: not all platforms pass the source text to the reviver of `JSON.parse`.
  const mark = findUnusedMark(text);
  const marked = text.replace(token, (one) => (one.startsWith('"') || !isInexact(one) ? one : `"${mark}${one}"`));
  return marked === text ? plain : remember(plain, parse(marked), mark);
}

/** Matches an integer in XML that a double may not hold. */
const integer = /(?<=[>"'\s])[+-]?\d{16,}(?=[<"'\s])/g;

/** Reads XML with `read`, and keeps the text of numbers that a double cannot hold, for codecs. */
export function readExact(text: string, read: (text: string) => unknown): unknown {
  const plain = read(text);
  const mark = findUnusedMark(text);
  const marked = text.replace(integer, (one) => (Number.isSafeInteger(Number(one)) ? one : mark + String(BigInt(one))));
  return marked === text ? plain : remember(plain, read(marked), mark);
}

/** Keeps the text of long numbers: `marked` is the same value as `holder`, with strings `mark + digits` instead of them. */
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

/** Copies a value of `parseExact`, with an `ExactNumber` for each number that a double cannot hold. */
export function exactNumbers(value: unknown): unknown {
  if (!isHolder(value)) return value;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const text = readSource(value, key);
    return [key, text === undefined ? exactNumbers(item) : new ExactNumber(text)] as const;
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Returns whether text may contain numbers that a double cannot hold. */
export function mayBeInexact(text: string): boolean {
  return /[\d.]{16}|\d[eE]/.test(text);
}

/** Returns whether a double cannot hold a number exactly. */
function isInexact(text: string) {
  const value = Number(text);
  return Number.isInteger(value) && /^-?\d+$/.test(text) ? !Number.isSafeInteger(value) : String(value) !== text;
}

/** Returns a prefix for strings that does not occur in text: `exact:`. */
function findUnusedMark(text: string) {
  let mark = 'exact:';
  while (text.includes(mark)) mark += ':';
  return mark;
}

/** Writes a value as JSON with all digits of numbers: of `bigint`, `ExactNumber`, and numbers in values of `parseExact`. */
export function stringifyExact(value: unknown, space?: number): string | undefined {
  const mark = findUnusedMark(stringifyWith(value, '') ?? '');
  return stringifyWith(value, mark, space)?.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Writes a value as JSON, with strings `mark + digits` instead of numbers that a double cannot hold. */
function stringifyWith(value: unknown, mark: string, space?: number): string | undefined {
  const replace = function (this: object, key: string, item: unknown): unknown {
    const text = readDigits(item) ?? readSource(this, key);
    return text === undefined ? item : mark + text;
  };
  return JSON.stringify(value, replace, space);
}

/** Returns the text of a `bigint` or an `ExactNumber`; `undefined` for other values. */
export function readDigits(item: unknown): string | undefined {
  return typeof item === 'bigint' ? String(item) : item instanceof ExactNumber ? item.text : undefined;
}

/** Marks an object or array that contains numbers that a double cannot hold, for `toJson` and `cloneData`. */
export function markExact<Holder extends object>(holder: Holder): Holder {
  const isExact = (item: unknown) => readDigits(item) ?? Object(item)[exactJson];
  return sources.has(holder) || Object.values(holder).some(isExact) ? markAs(holder) : holder;
}

/** Wraps a `bigint` or `ExactNumber` that is a whole body, for `toJson` and `cloneData`. */
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
