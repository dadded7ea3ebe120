import { pullStream } from '../../client/body/pull-stream.js';
import { readMember, type Json } from '../../json.js';
import type { Operation, OperationContent } from '../../operation.js';
import { decodePercent } from '../../parameters/query.js';
import { bodyError, headerError, HttpError } from '../errors/http-error.js';
import { parseExactly } from '../values/exact-integers.js';
import { parseHeaderValue } from '../values/header-value.js';
import { decodeUtf8 } from '../values/utf8.js';

const encodings: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' };

/** Reads all bytes of the body of a request; throws the errors of `openBody`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  return new Uint8Array(await new Response(openBody(request, maxBytes)).arrayBuffer());
}

/**
 * Opens the body of a request, and decodes its content encoding. Throws an `HttpError` if the body is too long (413), its encoding is
 * unknown (415), or its bytes do not match the encoding or `Content-Length` (400). If the connection closes or `signal` is aborted, the
 * stream fails after all bytes that have arrived.
 */
export function openBody(
  { body, headers }: Request,
  maxBytes: number,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  const contentLength = headers.get('content-length') ?? '';
  const announced = Number(contentLength);
  const isAnnounced = /^\d{1,15}$/.test(contentLength.trim()) && !headers.has('transfer-encoding');
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (body === null) return pullStream(async () => undefined);
  const encoding = readEncoding(headers);
  const source = body.getReader();
  let received = 0;
  let length = 0;
  let cut: { readonly error: unknown } | undefined;
  const receive = async () => {
    try {
      const { value } = await source.read();
      if (!value) signal?.throwIfAborted();
      received += value?.length ?? 0;
      return value;
    } catch (error) {
      cut = { error };
      throw error;
    }
  };
  const cancelSource = () => void source.cancel().catch(() => {});
  signal?.addEventListener('abort', cancelSource, { once: true });
  if (signal?.aborted) cancelSource();
  const encoded = pullStream(receive, cancelSource);
  const reader = (encoding ? encoded.pipeThrough(new DecompressionStream(encoding)) : encoded).getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  return pullStream(async () => {
    const { value: chunk } = await reader.read().catch(() => {
      if (cut) throw cut.error;
      throw headerError(400, 'parseError', `The body is not valid ${encoding}.`, 'Content-Encoding');
    });
    length += chunk?.length ?? 0;
    if (length > maxBytes) {
      cancel();
      throw tooLarge(maxBytes);
    }
    // With chunked transfer encoding, the length is not announced.
    if (!chunk && isAnnounced && announced !== received) {
      const message = `Content-Length announces ${announced} bytes, but the body has ${received}.`;
      throw headerError(400, 'invalidContentLength', message, 'Content-Length');
    }
    return chunk;
  }, cancel);
}

/** Reads the content encoding of a body; `undefined` if it has none. Throws an `HttpError` (415) for an unknown one. */
function readEncoding(headers: Headers): CompressionFormat | undefined {
  const listed = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const names = listed.filter((name) => name !== '' && name !== 'identity').join(', ');
  if (names === '') return undefined;
  const known = readMember(encodings, names);
  if (known !== undefined) return known;
  const message = `The content encoding ${names} is not known; identity, gzip and deflate are.`;
  throw headerError(415, 'unsupportedMediaType', message, 'Content-Encoding');
}

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

/** Decodes bytes as UTF-8; throws an `HttpError` (400) if they are not UTF-8. */
export function readBodyText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw bodyError('parseError', notUtf8);
  return text;
}

const notUtf8 = 'The body is not valid UTF-8.';

/** Decodes the text of a form; throws an `HttpError` (400) if its bytes, also percent-encoded ones, are not UTF-8. */
export function readFormText(bytes: Uint8Array): string {
  const text = readBodyText(bytes);
  const escapes = text.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  if (escapes.some((one) => decodePercent(one) === one)) throw bodyError('parseError', notUtf8);
  return text;
}

/** Throws an `HttpError` (400) for a charset other than UTF-8 and ASCII. */
export function checkCharset(contentType: string): void {
  const charset = parseHeaderValue(contentType).parameters.get('charset');
  if (charset === undefined || /^\s*(?:utf-?8|(?:us-)?ascii)\s*$/i.test(charset)) return;
  const message = `The body has the charset ${JSON.stringify(charset.slice(0, 100))}; only UTF-8 is read.`;
  throw headerError(400, 'badRequest', message, 'Content-Type');
}

/** Parses bytes as JSON; throws an `HttpError` (400) if they are not JSON. */
export function readBodyJson(bytes: Uint8Array): Json {
  const text = readBodyText(bytes);
  const value = parseExactly(text);
  if (value !== undefined) return value;
  const message = 'The body is not JSON, or is nested too deeply.';
  throw bodyError('parseError', message, { rule: '*#json', got: text.slice(0, 1000) });
}

/** Reads bytes as XML, by the rules of the operation; throws an `HttpError` (400) for invalid XML. */
export function readBodyXml(bytes: Uint8Array, content: OperationContent, { xml }: Operation<never, unknown>): Json {
  const fail = (message: string) => bodyError('parseError', `${message.replace(/^t/, 'T')}.`, { rule: '*#xml' });
  // `as`: values of XML are JSON. Operations that declare XML have `xml`.
  return (xml?.read(readBodyText(bytes), content, fail) ?? null) as Json;
}
