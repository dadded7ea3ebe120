import { isJsonObject, type Json } from '@speccast/runtime';
import { compares, matchesFilter, parseValue, readComparison, readLoosely } from './compare.js';

/** Tests a row, or an item of a list in it. */
export type ValueTest = (row: Json) => boolean;

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
}

/** An expression that cannot be evaluated. */
class UnknownExpression extends Error {}

/** Deepest nesting that is read. */
const deepest = 32;

const longest = 10_000;

// Text in quotes; `=gt=`, `>=` and other signs; words, of which a moment has colons.
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
  const cursor: Cursor = { tokens: text.match(token) ?? [], at: 0 };
  try {
    const test = readAny(cursor, 0);
    return cursor.at === cursor.tokens.length ? test : undefined;
  } catch (error) {
    if (error instanceof UnknownExpression) return undefined;
    throw error;
  }
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  const next = cursor.tokens[cursor.at];
  if (next === undefined || !pattern.test(next)) return undefined;
  cursor.at += 1;
  return next;
}

function require(cursor: Cursor, pattern: RegExp): string {
  const found = take(cursor, pattern);
  if (found === undefined) throw new UnknownExpression();
  return found;
}

function readAny(cursor: Cursor, depth: number): ValueTest {
  const tests = [readAll(cursor, depth)];
  while (take(cursor, /^(?:or|\|\||,)$/i) !== undefined) tests.push(readAll(cursor, depth));
  return (row) => tests.some((test) => test(row));
}

function readAll(cursor: Cursor, depth: number): ValueTest {
  const tests = [readOne(cursor, depth)];
  while (take(cursor, /^(?:and|&&|;)$/i) !== undefined) tests.push(readOne(cursor, depth));
  return (row) => tests.every((test) => test(row));
}

function readOne(cursor: Cursor, depth: number): ValueTest {
  if (depth > deepest) throw new UnknownExpression();
  if (take(cursor, /^(?:not|!)$/i) !== undefined) {
    const test = readOne(cursor, depth + 1);
    return (row) => !test(row);
  }
  if (take(cursor, /^\($/) !== undefined) {
    const test = readAny(cursor, depth + 1);
    require(cursor, /^\)$/);
    return test;
  }
  // SCIM names a schema before an attribute: `urn:ietf:params:scim:schemas:core:2.0:User:userName`.
  let path = require(cursor, word);
  if (path === 'urn') while (take(cursor, /^:$/) !== undefined) path = require(cursor, word);
  if (take(cursor, /^\($/) !== undefined) return readFunction(cursor, path);
  if (take(cursor, /^\[$/) !== undefined) {
    const test = readAny(cursor, depth + 1);
    require(cursor, /^\]$/);
    return (row) => [readLoosely(row, path) ?? []].flat().some((one) => test(one));
  }
  if (take(cursor, /^pr$/i) !== undefined) return (row) => (readLoosely(row, path) ?? null) !== null;
  const comparison = readComparison(require(cursor, /./));
  if (comparison === undefined) throw new UnknownExpression();
  return testPath(path, comparison, readValues(cursor));
}

const word = /^[^"'=<>!()[\],;:&|]/;

/** Reads a function of OData that compares texts: `contains(name,'x')`, `substringof('x',name) eq true`. */
function readFunction(cursor: Cursor, name: string): ValueTest {
  const [first, second] = [require(cursor, /./), require(cursor, /^,$/) && require(cursor, /./)];
  require(cursor, /^\)$/);
  const isReversed = name.toLowerCase() === 'substringof';
  const comparison = isReversed ? 'like' : readComparison(name);
  if (comparison === undefined) throw new UnknownExpression();
  const result = take(cursor, /^eq$/i) === undefined || require(cursor, /^(?:true|false)$/i).toLowerCase() === 'true';
  const [path, text] = isReversed ? [second, first] : [first, second];
  const test = testPath(path, comparison, [readText(text)]);
  return (row) => test(row) === result;
}

function testPath(path: string, comparison: string, texts: readonly string[]): ValueTest {
  return (row) => {
    const found = readLoosely(row, path);
    // An absent value is null.
    if (texts.join() === 'null') return (comparison === 'eq') === ((found ?? null) === null);
    return compares(found, comparison, texts);
  };
}

const value = /^["']|^[^=<>!()[\],;:&|]/;

/** Reads one value, or those in parentheses: `('Oslo','Rome')`. */
function readValues(cursor: Cursor): readonly string[] {
  if (take(cursor, /^[([]$/) === undefined) return [readText(require(cursor, value))];
  const values: string[] = [];
  do values.push(readText(require(cursor, value)));
  while (take(cursor, /^,$/) !== undefined);
  require(cursor, /^[)\]]$/);
  return values;
}

function readText(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}
