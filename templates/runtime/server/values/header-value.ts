import { readEssence } from '../../client/body/media.js';

/** A header value of the form `essence; name=value; …`, such as a media type or a content disposition. */
export interface HeaderValue {
  /** The value in lower case, without parameters: `multipart/related`. */
  readonly essence: string;
  /** Values of parameters by lower-case name, without quotes. Of parameters with the same name, the first one is used. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Matches `;name=value` or `;name="value"`. The closing quote may be missing. */
const parameter = /;[ \t]*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)("?)|([^;]*))/gs;

/** Parses a header value with parameters: `form-data; name="a"` → `form-data` and `{ name: 'a' }`. Leaves out invalid parameters. */
export function parseHeaderValue(text: string): HeaderValue {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, quote, plain = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    if (quote !== '' && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? plain.trim());
  }
  return { essence: readEssence(text), parameters };
}
