import { isCompound, isJsonObject, type Json } from '../../json.js';
import { isIdentifierText } from '../../api/tools/names.js';

/** Most characters of a literal on one line. */
const LONGEST = 120;

/** Prints a JSON value as source code that evaluates to exactly this value. Throws for other values, such as `undefined`. */
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

/** Most characters of an object of `inBraces` on one line. */
const LONGEST_OBJECT = 100;

/** Prints an object literal from entries of source code (`key: value`), on several lines if it is long. */
export function inBraces(entries: readonly string[]): string {
  return inBrackets('{', entries, '}', LONGEST_OBJECT);
}

/**
 * Prints a string in single quotes, on one line, without hidden characters and without text that HTML parsers react to. A backslash
 * at the end becomes `\x5c`, since ts-morph's writer would read `\\'` as an escaped quote.
 */
export function stringLiteral(text: string): string {
  if (plainText.test(text)) return `'${text}'`;
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\[^]|'/g, (found) => quoteEscapes.get(found) ?? found);
  const visible = replaceHidden(escaped, unicodeEscape);
  return `'${visible.replace(/<(?=\/script|!--)/gi, '\\x3c').replace(/\\\\$/, '\\x5c')}'`;
}

/** Strings that need no escapes: visible ASCII and spaces, without quotes, backslashes and `<`. */
const plainText = /^[ -&(-;=-[\]-~]*$/;

/** Prints a template literal: strings, which may come from the spec, with the same `${…}` between them. */
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

/** Prints a finite number, also `-0`. */
export function numberLiteral(value: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`Not a number of JSON: ${String(value)}`);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Prints the key of an object literal: `name`, `'a-b'`. `__proto__` becomes `['__proto__']`, which does not set the prototype. */
export function propertyKey(name: string): string {
  if (isPropertyName(name)) return name;
  return name === '__proto__' ? `['__proto__']` : stringLiteral(name);
}

/** Prints the name of a member of an interface or type literal: `name`, `'a-b'`. */
export function memberKey(name: string): string {
  return isPropertyName(name) || name === '__proto__' ? name : stringLiteral(name);
}

/** Prints the access to a property: `object.name`, `object['a-b']`. */
export function propertyAccess(object: string, name: string): string {
  return isPropertyName(name) ? `${object}.${name}` : `${object}[${stringLiteral(name)}]`;
}

/**
 * Prints a regular expression: a literal if every compiler and engine reads it in the same way, else `new RegExp('…')`. Throws for an
 * invalid pattern.
 */
export function regexLiteral(pattern: string, flags: string): string {
  if (!/^[a-z]*$/.test(flags)) throw new Error(`Not flags of a regular expression: ${JSON.stringify(flags)}`);
  const { source } = new RegExp(pattern, flags);
  // Named groups, modifiers and property escapes depend on the version of compiler and engine.
  const isNew = /\(\?(?![:=!]|<[=!])|\\[pPk]|\\c/.test(pattern);
  // Without the flag `u`, engines accept `\000` and an incomplete `\x`, but TypeScript does not.
  const isOld =
    !flags.includes('u') && (pattern.match(/\\[^]/g) ?? []).some((escape) => /[\dxu]/.test(escape.charAt(1)));
  if (source.search(hidden) !== -1 || isNew || isOld)
    return `new RegExp(${stringLiteral(pattern)}${flags === '' ? '' : `, ${stringLiteral(flags)}`})`;
  // JavaScript allows `/` inside a character class, but simple parsers end the expression there.
  return `/${source.replace(/\\[^]|\//g, (found) => (found === '/' ? '\\/' : found))}/${flags}`;
}

/** Members of every object, such as `toString`. TypeScript gives a value under such a key the type of the member, not the map's. */
export const objectMembers: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith('__')),
);

/** Prints a JSON value as TypeScript; strings under a key such as `toString` get `as const`, so that they keep their literal types. */
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

/** Words that TypeScript rejects as the name of a declaration in a module. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments as any async await boolean break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield bigint'
  ).split(' '),
);

/** Returns true if a string may be declared as a variable, function, class or type. */
export function isIdentifier(text: string): boolean {
  return isIdentifierText(text) && !reservedWords.has(text);
}

/** Returns true if a string may follow a dot or be unquoted as a property key. */
export function isPropertyName(text: string): boolean {
  return isIdentifierText(text) && text !== '__proto__';
}

/** Returns a name unchanged. Throws if it cannot be declared: names are chosen before emitting, so this is a bug. */
export function assertIdentifier(text: string): string {
  if (!isIdentifier(text)) throw new Error(`Not an identifier: ${JSON.stringify(text)}`);
  return text;
}

/** Returns the name of a class member unchanged. Throws if it would need quotes. */
export function assertPropertyName(text: string): string {
  if (!isPropertyName(text)) throw new Error(`Not a property name: ${JSON.stringify(text)}`);
  return text;
}

/**
 * Characters that people cannot see or that end a line in some tools: control characters, bidirectional marks, zero-width characters,
 * line and paragraph separators, lone surrogates.
 */
const hidden =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Replaces every hidden character by the result of `write` for its code point. */
export function replaceHidden(text: string, write: (codePoint: number) => string): string {
  return text.replace(hidden, (character) => write(character.codePointAt(0) ?? 0));
}

/** Prints a code point for strings of JavaScript and JSON: `\u200b`; two of these for a code point above U+FFFF. */
export function unicodeEscape(codePoint: number): string {
  const units = String.fromCodePoint(codePoint).split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
