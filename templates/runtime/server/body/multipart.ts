import { readEssence } from '../../client/body/media.js';
import { fromBase64 } from '../values/base64.js';
import { parseHeaderValue } from '../values/header-value.js';

/** One part of a multipart body. */
export interface Part {
  /** Values of headers by lower-case name. Of headers with the same name, the last one is used. */
  readonly headers: ReadonlyMap<string, string>;
  /** Media type without parameters, in lower case; `text/plain` if the part has no `Content-Type`. */
  readonly mediaType: string;
  /** Name of the field, from `Content-Disposition`. */
  readonly name?: string | undefined;
  readonly fileName?: string;
  /** A view on the bytes of the body, or a copy if they were written in base64. */
  readonly bytes: Uint8Array;
}

/** Maximum number of parts in a body. */
export const maxParts = 100;

/** Maximum number of bytes of the headers of a part. */
export const maxHeaderBytes = 16_384;

const cr = 13;
const lf = 10;
const hyphen = 45;

/**
 * Reads the parts of a `multipart/*` body. Returns `undefined` for another media type, without a valid boundary or closing delimiter, and
 * beyond the limits. Ignores text before the first and after the last delimiter.
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): readonly Part[] | undefined {
  const delimiter = readDelimiter(contentType);
  if (!delimiter) return undefined;
  const parts: Part[] = [];
  let open = nextDelimiter(bytes, delimiter, 0);
  while (open?.closing === false) {
    const close = nextDelimiter(bytes, delimiter, open.end);
    const part = close && readPart(bytes.subarray(open.end, Math.max(open.end, close.start)));
    if (!part || parts.length === maxParts) return undefined;
    parts.push(part);
    open = close;
  }
  return open && parts;
}

/** Returns the delimiter of a `Content-Type`: `multipart/mixed; boundary=a` → `--a`; `undefined` without a valid boundary. */
export function readDelimiter(contentType: string): Uint8Array | undefined {
  const { essence, parameters } = parseHeaderValue(contentType);
  const boundary = parameters.get('boundary') ?? '';
  const isUsable = essence.startsWith('multipart/') && /^[\x21-\x7e]([\x20-\x7e]{0,68}[\x21-\x7e])?$/.test(boundary);
  return isUsable ? new TextEncoder().encode(`--${boundary}`) : undefined;
}

/** A delimiter in a body. */
export interface Delimiter {
  /** Index of the line break that belongs to the delimiter: the end of the part before it. */
  readonly start: number;
  /** Index after the delimiter and its line break: the start of the next part. */
  readonly end: number;
  readonly closing: boolean;
}

/** Finds the first delimiter from an index on: at this index, or at the start of a line. */
export function nextDelimiter(bytes: Uint8Array, delimiter: Uint8Array, from: number): Delimiter | undefined {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== hyphen || (at !== from && bytes[at - 1] !== lf)) continue;
    if (!delimiter.every((byte, index) => bytes[at + index] === byte)) continue;
    const start = bytes[at - 1] !== lf ? at : bytes[at - 2] === cr ? at - 2 : at - 1;
    let end = at + delimiter.length;
    if (bytes[end] === hyphen && bytes[end + 1] === hyphen) return { start, end: end + 2, closing: true };
    while (bytes[end] === 32 || bytes[end] === 9) end += 1;
    if (bytes[end] === cr) end += 1;
    if (bytes[end] === lf) return { start, end: end + 1, closing: false };
  }
  return undefined;
}

/** Reads a part: headers, an empty line and the content; `undefined` without the empty line or with invalid base64. */
export function readPart(bytes: Uint8Array): Part | undefined {
  // Latin-1 has one character per byte, so that indexes in the text are those of bytes.
  const blank = /(?:^|\n)\r?\n/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, maxHeaderBytes + 2)));
  if (blank === null) return undefined;
  const headerEnd = blank.index + blank[0].length;
  const lines = new TextDecoder().decode(bytes.subarray(0, headerEnd)).matchAll(/(?:^|\n)([^:\r\n]+):([^\r\n]*)/g);
  const headers = new Map(Array.from(lines, ([, name = '', value = '']) => [name.trim().toLowerCase(), value.trim()]));
  const disposition = parseHeaderValue(headers.get('content-disposition') ?? '').parameters;
  const fileName = disposition.get('filename');
  const content = bytes.subarray(headerEnd);
  const isBase64 = headers.get('content-transfer-encoding')?.toLowerCase() === 'base64';
  try {
    return {
      headers,
      mediaType: readEssence(headers.get('content-type') ?? '') || 'text/plain',
      name: disposition.get('name'),
      ...(fileName !== undefined && { fileName }),
      bytes: isBase64 ? fromBase64(new TextDecoder().decode(content)) : content,
    };
  } catch {
    return undefined;
  }
}
