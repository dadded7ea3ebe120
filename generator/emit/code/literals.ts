import type { Json, JsonObject } from '../../spec/read/json.js';
import { isJsonObject } from '../../spec/read/json.js';
import { hasHidden, replaceHidden, unicodeEscape } from './hidden-characters.js';
import { isPropertyName } from './identifiers.js';

/** Longest literal on one line, in characters: prettier would break longer ones, too. */
const LONGEST = 120;

/** Source text of any JSON value; evaluating it gives exactly the value. Throws on what JSON cannot carry. */
export function literal(value: Json): string {
  const flat = flatLiteral(value);
  if (flat.length <= LONGEST || typeof value !== 'object' || value === null) return flat;
  if (Array.isArray(value)) return `[\n${value.map((item) => indented(`${literal(item)},`)).join('')}]`;
  const entries = Object.entries(value).map(([key, item]) => indented(`${propertyKey(key)}: ${literal(item)},`));
  return `{\n${entries.join('')}}`;
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}\n`;
}

function flatLiteral(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return numberLiteral(value);
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`;
  if (isJsonObject(value)) return objectLiteral(value);
  if (value === null || typeof value === 'boolean') return String(value);
  throw new Error(`Not a JSON value: ${typeof value}`);
}

/**
 * Source text of a string in single quotes: one line, no hidden characters, inert inside HTML. No backslash stands before the
 * last quote: ts-morph's writer would take it for one that goes on.
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `'${text}'`;
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\[^]|'/g, (found) => quoteEscapes.get(found) ?? found);
  const visible = replaceHidden(escaped, unicodeEscape);
  return `'${visible.replace(/<(?=\/script|!--)/gi, '\\x3c').replace(/\\\\$/, '\\x5c')}'`;
}

/** Visible ASCII and spaces without what is escaped: quotes, backslashes, and what HTML could take for its own. */
const plainText = /^[ -&(-;=-[\]-~]*$/;

/** Source text of a template literal: texts of any origin with the same code, a `${…}` of ours, between them. */
export function templateLiteral(texts: readonly string[], between: `\${${string}}`): string {
  const inside = texts.map((text) =>
    stringLiteral(text)
      .slice(1, -1)
      .replace(/\\'|[`$]/g, (found) => (found === "\\'" ? "'" : `\\${found}`)),
  );
  return `\`${inside.join(between)}\``;
}

const quoteEscapes: ReadonlyMap<string, string> = new Map([
  ['\\"', '"'],
  ["'", "\\'"],
]);

/** Source text of a finite number, `-0` included. */
export function numberLiteral(value: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`Not a number of JSON: ${String(value)}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Key of an object literal; `__proto__` is computed, so that it is an ordinary property. */
export function propertyKey(name: string): string {
  if (isPropertyName(name)) return name;
  return name === '__proto__' ? `['__proto__']` : stringLiteral(name);
}

/** Key of a member of an interface or type literal. */
export function memberKey(name: string): string {
  return isPropertyName(name) || name === '__proto__' ? name : stringLiteral(name);
}

/** Reads a property: `object.name`, or `object['a-b']` where the name needs quotes. */
export function propertyAccess(object: string, name: string): string {
  return isPropertyName(name) ? `${object}.${name}` : `${object}[${stringLiteral(name)}]`;
}

/**
 * Source text of a regular expression: a literal where every compiler and engine reads it the same way,
 * else `new RegExp('…')`. Throws on a pattern that is not one.
 */
export function regexLiteral(pattern: string, flags: string): string {
  if (!/^[a-z]*$/.test(flags)) throw new Error(`Not flags of a regular expression: ${JSON.stringify(flags)}`);
  const { source } = new RegExp(pattern, flags);
  if (hasHidden(source) || !isPlainPattern(pattern)) return constructed(pattern, flags);
  return `/${escapeSlashes(source)}/${flags}`;
}

function constructed(pattern: string, flags: string): string {
  const second = flags === '' ? '' : `, ${stringLiteral(flags)}`;
  return `new RegExp(${stringLiteral(pattern)}${second})`;
}

/** Named groups, modifiers and property escapes depend on the version of compiler and engine. */
function isPlainPattern(pattern: string): boolean {
  return !/\(\?(?![:=!]|<[=!])|\\[pPk]|\\c/.test(pattern);
}

/** Inside a class a slash is legal without a backslash, but naive readers stop there. */
function escapeSlashes(source: string): string {
  return source.replace(/\\[^]|\//g, (found) => (found === '/' ? '\\/' : found));
}

function objectLiteral(value: JsonObject): string {
  const entries = Object.entries(value).map(([key, item]) => `${propertyKey(key)}: ${flatLiteral(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
