import { readEssence } from '../../client/body/media.js';

/** A header value of the form `essence; name=value; …`, such as a media type or a content disposition. */
export interface HeaderValue {
  /** Lower case, without parameters: `multipart/related`. */
  readonly essence: string;
  /** Values by lower-case name, without quotes. The first of equal names counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** `;name=value` or `;name="value"`. The closing quote may be missing. */
const parameter = /;[ \t]*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)("?)|([^;]*))/gs;

/** Reads a header value with parameters: `form-data; name="a"` → `form-data` and `{ name: 'a' }`. Broken parameters are left out. */
export function parseHeaderValue(text: string): HeaderValue {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, quote, plain = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    if (quote !== '' && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? plain.trim());
  }
  return { essence: readEssence(text), parameters };
}
