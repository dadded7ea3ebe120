import { type Json, isJsonObject, parseJson } from '@speccast/runtime';
import { stringsOf } from '../../values/json-path.js';
import { plainName } from '../../values/did-you-mean.js';

/** Comparisons of a value with the text of a parameter, by name: the words and signs for it in filters, and the test. */
const comparisons: Readonly<Record<string, readonly [words: string, (found: Json, text: string) => boolean]>> = {
  eq: ['eq = == : in is', isEqual],
  ne: ['ne != <> neq not nin out', (found, text) => !isEqual(found, text)],
  gt: ['gt > after', (found, text) => order(found, text) > 0],
  gte: ['gte >= ge min from', (found, text) => order(found, text) >= 0],
  lt: ['lt < before', (found, text) => order(found, text) < 0],
  lte: ['lte <= le max to', (found, text) => order(found, text) <= 0],
  like: ['like co contains', (found, text) => toLower(found).includes(toLower(text).replace(/^%|%$/g, ''))],
  starts: ['starts sw startswith', (found, text) => toLower(found).startsWith(toLower(text))],
  ends: ['ends ew endswith', (found, text) => toLower(found).endsWith(toLower(text))],
};

const toLower = (value: Json): string => String(value).toLowerCase();

const moment = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Reads the instant of a text such as `2025-01-31` or `2025-01-31T12:00:00+02:00`, in milliseconds; without a zone it is UTC. */
export function readInstant(value: Json | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [text, zone] = moment.exec(value) ?? [];
  const time = text === undefined ? NaN : Date.parse(text.length > 10 && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Seconds since 1970 have at most eleven digits. */
const mostSeconds = 1e11;

/** Compares numbers, moments (also as seconds or milliseconds since 1970) and texts; NaN if they are of different kinds. */
function order(found: Json, text: string): number {
  const [one, other] = [toNumber(found), toNumber(text)];
  if (one !== undefined && other !== undefined) return one - other;
  const [left, right] = [readTime(found), readTime(text)];
  if (left !== undefined && right !== undefined) return left - right;
  if (typeof found !== 'string' || left !== undefined) return NaN;
  return found < text ? -1 : Number(found > text);
}

function toNumber(value: Json): number | undefined {
  const isNumber = typeof value === 'string' ? /^-?\d+(?:\.\d+)?$/.test(value) : typeof value === 'number';
  return isNumber ? Number(value) : undefined;
}

function readTime(value: Json): number | undefined {
  const number = toNumber(value);
  return readInstant(value) ?? (number === undefined || number >= mostSeconds ? number : number * 1000);
}

/** Returns whether a value equals a text; a date alone is equal to each moment of that day. */
function isEqual(found: Json, text: string): boolean {
  if (String(found) === text) return true;
  const time = readInstant(found);
  if (time === undefined) return false;
  return text.length === 10 ? new Date(time).toISOString().startsWith(text) : time === readInstant(text);
}

/** Creates a test that compares a value, or any item of a list, with texts. One text must match; for limits and `ne`, all must match. */
export function createComparison(word: string, texts: readonly string[]): (found: Json | undefined) => boolean {
  const [, test] = comparisons[word] ?? ['', isEqual];
  const isLimit = /^[gl]te?$/.test(word);
  return (found) => {
    // `flat` would take longer than all other tests of a row.
    const all: readonly Json[] = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
    if (word === 'ne') return all.every((one) => texts.every((text) => test(one, text)));
    const holds = (text: string) => all.some((one) => test(one, text));
    return isLimit ? texts.every(holds) : texts.some(holds);
  };
}

/** Returns the name in `comparisons` for a word or sign: `>=`, `ge`, `=ge=` and `$gte` → `gte`. */
function readComparison(text: string): string | undefined {
  const plain = text.toLowerCase().replace(/^\$|^=(?=\w)|(?<=\w)=$|_/g, '');
  return Object.entries(comparisons).find(([, [words]]) => words.split(' ').includes(plain))?.[0];
}

/** Returns whether a value matches a filter that is an object: `{ age: { gte: '21' }, city: ['Oslo', 'Rome'] }`. */
export function matchesFilter(found: Json | undefined, filter: Json): boolean {
  if (!isJsonObject(filter)) return createComparison('eq', listTexts(filter))(found);
  return Object.entries(filter).every(([name, value]) => {
    const word = readComparison(name);
    const inner = readLoosely(found, name);
    return word !== undefined && inner === undefined
      ? createComparison(word, listTexts(value))(found)
      : matchesFilter(inner, value);
  });
}

/** Lists the texts of a parameter: `a,b` → `['a,b', 'a', 'b']`. */
export function listTexts(value: Json | undefined): readonly string[] {
  const texts = stringsOf(value);
  return typeof value === 'string' && texts.length > 1 ? [value, ...texts] : texts;
}

/** Returns the value at a path, whatever the spelling of its names: `createdAt` finds `created_at`. Of a list, the values of its items. */
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

/** Parses the value of a parameter, if it is JSON as text: `["age","desc"]`. */
export function parseValue(value: Json): Json {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value;
}

/** Tests a row, or an item of a list in it. */
type ValueTest = (row: Json) => boolean;

/** An expression that cannot be evaluated. */
class UnknownExpression extends Error {}

/** Deepest nesting that is read. */
const deepest = 32;

const longest = 10_000;

// Text in quotes; `=gt=`, `>=` and other signs; words, which may be times with colons.
const token =
  /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|=\w+=|[<>!=]=|<>|&&|\|\||[=<>:!()[\],;]|(?:[^\s"'=<>!()[\],;:&|]|(?<=\d):(?=\d))+/g;

/**
 * Reads a filter: `age gt 21 and startswith(name,'A')` (OData), `userName eq "x" or emails[type eq "work"]` (SCIM),
 * `age > 21 AND status = new` (Google), `age=gt=21;city==Oslo,city==Rome` (RSQL), `{"age":{"$gt":21}}`, or an object. Returns
 * undefined for any other text.
 */
export function readExpression(filter: Json): ValueTest | undefined {
  const parsed = parseValue(filter);
  if (isJsonObject(parsed)) return (row) => matchesFilter(row, parsed['where'] ?? parsed);
  const text = String(filter);
  if (text.length > longest) return undefined;
  const tokens = text.match(token) ?? [];
  try {
    const test = readAny(tokens, 0);
    return tokens.length === 0 ? test : undefined;
  } catch (error) {
    if (error instanceof UnknownExpression) return undefined;
    throw error;
  }
}

/** Takes the first token, if it matches. */
function take(tokens: string[], pattern: RegExp): string | undefined {
  return pattern.test(tokens[0] ?? '') ? tokens.shift() : undefined;
}

function require(tokens: string[], pattern: RegExp): string {
  const found = take(tokens, pattern);
  if (found === undefined) throw new UnknownExpression();
  return found;
}

function readAny(tokens: string[], depth: number): ValueTest {
  const groups = [[readOne(tokens, depth)]];
  for (;;) {
    if (take(tokens, /^(?:and|&&|;)$/i)) groups.at(-1)?.push(readOne(tokens, depth));
    else if (take(tokens, /^(?:or|\|\||,)$/i)) groups.push([readOne(tokens, depth)]);
    else return (row) => groups.some((tests) => tests.every((test) => test(row)));
  }
}

function readOne(tokens: string[], depth: number): ValueTest {
  if (depth > deepest) throw new UnknownExpression();
  if (take(tokens, /^(?:not|!)$/i)) {
    const test = readOne(tokens, depth + 1);
    return (row) => !test(row);
  }
  if (take(tokens, /^\($/)) {
    const test = readAny(tokens, depth + 1);
    require(tokens, /^\)$/);
    return test;
  }
  // SCIM names a schema before an attribute: `urn:ietf:params:scim:schemas:core:2.0:User:userName`.
  let path = require(tokens, word);
  if (path === 'urn') while (take(tokens, /^:$/)) path = require(tokens, word);
  if (take(tokens, /^\($/)) return readFunction(tokens, path);
  if (take(tokens, /^\[$/)) {
    const test = readAny(tokens, depth + 1);
    require(tokens, /^\]$/);
    return (row) => [readLoosely(row, path) ?? []].flat().some((one) => test(one));
  }
  if (take(tokens, /^pr$/i)) return (row) => (readLoosely(row, path) ?? null) !== null;
  const comparison = readComparison(require(tokens, /./));
  // One value, or several in parentheses: `('Oslo','Rome')`.
  const isList = take(tokens, /^[([]$/) !== undefined;
  const texts = [readText(require(tokens, value))];
  if (isList) {
    while (take(tokens, /^,$/)) texts.push(readText(require(tokens, value)));
    require(tokens, /^[)\]]$/);
  }
  return testPath(path, comparison, texts);
}

const word = /^[^"'=<>!()[\],;:&|]/;

/** Reads a function of OData that compares texts: `contains(name,'x')`, `substringof('x',name) eq true`. */
function readFunction(tokens: string[], name: string): ValueTest {
  const [first, second] = [require(tokens, /./), require(tokens, /^,$/) && require(tokens, /./)];
  require(tokens, /^\)$/);
  const isReversed = name.toLowerCase() === 'substringof';
  const isFalse = take(tokens, /^eq$/i) && require(tokens, /^(?:true|false)$/i).toLowerCase() === 'false';
  const [path, text] = isReversed ? [second, first] : [first, second];
  const test = testPath(path, isReversed ? 'like' : readComparison(name), [readText(text)]);
  return isFalse ? (row) => !test(row) : test;
}

function testPath(path: string, comparison: string | undefined, texts: readonly string[]): ValueTest {
  if (comparison === undefined) throw new UnknownExpression();
  const matches = createComparison(comparison, texts);
  return (row) => {
    const found = readLoosely(row, path);
    // An absent value is null.
    if (texts.join() === 'null') return (comparison === 'eq') === ((found ?? null) === null);
    return matches(found);
  };
}

const value = /^["']|^[^=<>!()[\],;:&|]/;

function readText(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
