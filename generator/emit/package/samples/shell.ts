import type { Json } from '../../../spec/read/json.js';
import { replaceHidden, unicodeEscape } from '../../code/syntax/literals.js';

/** A word of a POSIX shell that is any text but one with U+0000, which no argument can hold. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : shellQuote(text);
}

/** The same, in quotes in any case. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Whether a command that a page shows can hold a text: none that a reader cannot see, and no line of its own. */
export function isShellText(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** JSON on one line, in which a reader sees each character. */
export function jsonText(value: Json): string {
  return replaceHidden(JSON.stringify(value), unicodeEscape);
}

/** A name of a variable of a shell: `pet-store` and `token` are `PET_STORE_TOKEN`. */
export function shellVariable(...words: readonly string[]): string {
  const name = words
    .map(constantCase)
    .filter((word) => word !== '')
    .join('_');
  return /^\d/.test(name) ? `API_${name}` : name;
}

function constantCase(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
}

/** A part of a URL within double quotes of a shell, also of one that knows a history. */
export function urlPart(text: string): string {
  const well = text.replace(/\p{Cs}/gu, '\uFFFD');
  return encodeURIComponent(well).replace(/[!'()*]/g, percent);
}

/** The same for a path, whose slashes and other marks stay. */
export function urlPath(path: string): string {
  const well = path.replace(/\p{Cs}/gu, '\uFFFD');
  return well.replace(/[^A-Za-z0-9\-._~/:@,;=&+?%]/gu, (found) =>
    encodeURIComponent(found).replace(/[!'()*]/g, percent),
  );
}

function percent(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
