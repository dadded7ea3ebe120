import type { Json } from '../../json.js';
import type { Operation, OperationContent } from '../../operation.js';
import { HttpError } from '../errors/http-error.js';
import { parseExactly } from '../values/exact-integers.js';
import { parseHeaderValue } from '../values/header-value.js';
import { utf8Of } from '../values/utf8.js';

/** The error (413) for a body that is too long. */
export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, 'uploadTooLarge', `The body is longer than ${maxBytes} bytes.`, {
    locationType: 'body',
    rule: '*#size',
  });
}

/** The error (415) for an unsupported media type. */
export function unsupported(type: string, accepted: readonly string[], header = 'Content-Type'): HttpError {
  const message = `The operation does not take ${type}; it takes ${accepted.join(', ')}.`;
  return new HttpError(415, 'unsupportedMediaType', message, { location: header, locationType: 'header' });
}

/** Decodes UTF-8. Rejects (400) bytes that are none. */
export function textOf(bytes: Uint8Array): string {
  const text = utf8Of(bytes);
  if (text === undefined) throw noUtf8();
  return text;
}

/** The text of a form. Rejects (400) one whose bytes, also the percent-encoded ones, are no UTF-8. */
export function formTextOf(bytes: Uint8Array): string {
  const text = textOf(bytes);
  for (const [run] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    try {
      decodeURIComponent(run);
    } catch {
      throw noUtf8();
    }
  }
  return text;
}

function noUtf8(): HttpError {
  return new HttpError(400, 'parseError', 'The body is not valid UTF-8.', { locationType: 'body' });
}

const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** Rejects (400) a charset other than UTF-8 and its subset. */
export function checkCharset(contentType: string): void {
  const charset = parseHeaderValue(contentType).parameters.get('charset');
  if (charset === undefined || charsets.has(charset.trim().toLowerCase())) return;
  const message = `The body has the charset ${JSON.stringify(charset.slice(0, 100))}; only UTF-8 is read.`;
  throw new HttpError(400, 'badRequest', message, { location: 'Content-Type', locationType: 'header' });
}

/** Parses JSON from bytes. Rejects invalid JSON (400). */
export function jsonOf(bytes: Uint8Array): Json {
  const text = textOf(bytes);
  const value = parseExactly(text);
  if (value !== undefined) return value;
  throw new HttpError(400, 'parseError', 'The body is not JSON, or is nested too deeply.', {
    locationType: 'body',
    rule: '*#json',
    got: text.slice(0, 1000),
  });
}

/** Reads the value of XML as its operation declares it. Rejects invalid XML (400). */
export function xmlOf(bytes: Uint8Array, content: OperationContent, { xml }: Operation<never, unknown>): Json {
  const fail = (message: string): HttpError =>
    new HttpError(400, 'parseError', `${message.replace(/^t/, 'T')}.`, { locationType: 'body', rule: '*#xml' });
  // What is read of XML is what JSON can carry; who declares XML has what reads it.
  return (xml?.read(textOf(bytes), content, fail) ?? null) as Json;
}
