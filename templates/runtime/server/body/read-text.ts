import type { Json } from '../../json.js';
import type { Operation, OperationContent } from '../../operation.js';
import { bodyError, headerError, HttpError } from '../errors/http-error.js';
import { parseExactly } from '../values/exact-integers.js';
import { parseHeaderValue } from '../values/header-value.js';
import { decodeUtf8 } from '../values/utf8.js';

/** Creates the error (413) for a body that is too long. */
export function tooLarge(maxBytes: number): HttpError {
  const message = `The body is longer than ${maxBytes} bytes.`;
  return new HttpError(413, 'uploadTooLarge', message, { locationType: 'body', rule: '*#size' });
}

/** Creates the error (415) for an unsupported media type. */
export function unsupported(type: string, accepted: readonly string[], header = 'Content-Type'): HttpError {
  const message = `The operation does not take ${type}; it takes ${accepted.join(', ')}.`;
  return headerError(415, 'unsupportedMediaType', message, header);
}

/** Decodes UTF-8. Rejects (400) other bytes. */
export function readBodyText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw bodyError('parseError', notUtf8);
  return text;
}

const notUtf8 = 'The body is not valid UTF-8.';

/** Reads the text of a form. Rejects (400) bytes that are not UTF-8, also among the percent-encoded ones. */
export function readFormText(bytes: Uint8Array): string {
  const text = readBodyText(bytes);
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    try {
      decodeURIComponent(run);
    } catch {
      throw bodyError('parseError', notUtf8);
    }
  }
  return text;
}

/** Rejects (400) a charset other than UTF-8 and its subset ASCII. */
export function checkCharset(contentType: string): void {
  const charset = parseHeaderValue(contentType).parameters.get('charset');
  if (charset === undefined || /^\s*(?:utf-?8|(?:us-)?ascii)\s*$/i.test(charset)) return;
  const message = `The body has the charset ${JSON.stringify(charset.slice(0, 100))}; only UTF-8 is read.`;
  throw headerError(400, 'badRequest', message, 'Content-Type');
}

/** Parses JSON from bytes. Rejects (400) invalid JSON. */
export function readBodyJson(bytes: Uint8Array): Json {
  const text = readBodyText(bytes);
  const value = parseExactly(text);
  if (value !== undefined) return value;
  const message = 'The body is not JSON, or is nested too deeply.';
  throw bodyError('parseError', message, { rule: '*#json', got: text.slice(0, 1000) });
}

/** Reads the value of XML as its operation declares it. Rejects (400) invalid XML. */
export function readBodyXml(bytes: Uint8Array, content: OperationContent, { xml }: Operation<never, unknown>): Json {
  const fail = (message: string) => bodyError('parseError', `${message.replace(/^t/, 'T')}.`, { rule: '*#xml' });
  // JSON can carry all that is read of XML. Operations that declare XML have `xml`.
  return (xml?.read(readBodyText(bytes), content, fail) ?? null) as Json;
}
