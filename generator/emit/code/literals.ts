import { isCompound, isJsonObject, type Json } from '../../json.js';
import { isIdentifierText } from '../../api/tools/names.js';

/** Longest literal on one line, in characters: prettier would break longer ones, too. */
const LONGEST = 120;

/** Source text of any JSON value; evaluating it gives exactly the value. Throws on what JSON cannot carry. */
export function literal(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value === 'number') return numberLiteral(value);
  if (Array.isArray(value)) return inBrackets('[', value.map(literal), ']', LONGEST);
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${propertyKey(key)}: ${literal(item)}`);
    return inBrackets('{', entries, '}', LONGEST);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  throw new Error(`Not a JSON value: ${typeof value}`);
}

function inBrackets(open: '[' | '{', items: readonly string[], close: ']' | '}', longest: number): string {
  const space = open === '{' && items.length > 0 ? ' ' : '';
  const flat = `${open}${space}${items.join(', ')}${space}${close}`;
  if (flat.length <= longest && !flat.includes('\n')) return flat;
  return `${open}\n${items.map((item) => `  ${item.replaceAll('\n', '\n  ')},\n`).join('')}${close}`;
}

/** Longest object of `inBraces` on one line, in characters. */
const LONGEST_OBJECT = 100;

/** Prints an object literal of entries that are source text (`key: value`), over several lines where it is long. */
export function inBraces(entries: readonly string[]): string {
  return inBrackets('{', entries, '}', LONGEST_OBJECT);
}

/**
 * Source text of a string in single quotes: one line, no hidden characters, inert inside HTML. There is no backslash before the
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

/** Source text of a template literal: strings of any origin with the same code, a `${…}` of ours, between them. */
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
  // Named groups, modifiers and property escapes depend on the version of compiler and engine.
  const isNew = /\(\?(?![:=!]|<[=!])|\\[pPk]|\\c/.test(pattern);
  // Engines take `\000` and an incomplete `\x` without the flag `u`, and TypeScript does not.
  const isOld =
    !flags.includes('u') && (pattern.match(/\\[^]/g) ?? []).some((escape) => /[\dxu]/.test(escape.charAt(1)));
  if (source.search(hidden) !== -1 || isNew || isOld)
    return `new RegExp(${stringLiteral(pattern)}${flags === '' ? '' : `, ${stringLiteral(flags)}`})`;
  // Inside a class a slash is legal without a backslash, but naive readers stop there.
  return `/${source.replace(/\\[^]|\//g, (found) => (found === '/' ? '\\/' : found))}/${flags}`;
}

/** Members of every object: the compiler gives a value under such a key the type it has there, not that of the map's values. */
export const objectMembers: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('__')),
);

/** Source text of a JSON value whose strings keep their types under every key, also under `toString`; TypeScript only. */
export function typedLiteral(value: Json): string {
  if (Array.isArray(value) && hasObjectMember(value)) return `[${value.map(typedLiteral).join(', ')}]`;
  if (!isJsonObject(value) || !hasObjectMember(value)) return literal(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const kept = objectMembers.has(key) && holdsString(item) ? ' as const' : '';
    return `${propertyKey(key)}: ${typedLiteral(item)}${kept}`;
  });
  return `{ ${entries.join(', ')} }`;
}

function hasObjectMember(value: Json): boolean {
  if (!isCompound(value)) return false;
  return Object.entries(value).some(([key, item]) => objectMembers.has(key) || hasObjectMember(item));
}

function holdsString(value: Json): boolean {
  return isCompound(value) ? Object.values(value).some(holdsString) : typeof value === 'string';
}

/** Words that TypeScript does not take as the name of a declaration in a module. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments as any async await boolean break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield bigint'
  ).split(' '),
);

/** Tells whether a string may be declared as a variable, function, class or type. */
export function isIdentifier(text: string): boolean {
  return isIdentifierText(text) && !reservedWords.has(text);
}

/** Tells whether a string may follow a dot or be unquoted as a property key. */
export function isPropertyName(text: string): boolean {
  return isIdentifierText(text) && text !== '__proto__';
}

/** Returns the name; throws where it cannot be declared, because names are made before emitting. */
export function assertIdentifier(text: string): string {
  if (!isIdentifier(text)) throw new Error(`Not an identifier: ${JSON.stringify(text)}`);
  return text;
}

/** Returns the name of a class member; throws where it would need quotes. */
export function assertPropertyName(text: string): string {
  if (!isPropertyName(text)) throw new Error(`Not a property name: ${JSON.stringify(text)}`);
  return text;
}

/**
 * Characters a reader cannot see or that end a line in some reader: controls, bidirectional marks, zero-width
 * characters, line and paragraph separators, lone surrogates.
 */
const hidden =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Replaces every hidden character by what `write` makes of its code point. */
export function replaceHidden(text: string, write: (codePoint: number) => string): string {
  return text.replace(hidden, (character) => write(character.codePointAt(0) ?? 0));
}

/** `\u200b`, or two of them for a code point above U+FFFF: understood in strings of JavaScript and JSON. */
export function unicodeEscape(codePoint: number): string {
  const units = String.fromCodePoint(codePoint).split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
