import { fromBase64 } from '../values/base64.js';
import { parseHeaderValue } from '../values/header-value.js';

/** One part of a multipart body. */
export interface Part {
  /** Header values by lower-case name; the last of equal names counts. */
  readonly headers: ReadonlyMap<string, string>;
  /** Media type without parameters, lower case; `text/plain` where the part names none. */
  readonly mediaType: string;
  /** Field of a form, from the content disposition. */
  readonly name?: string;
  readonly fileName?: string;
  /** A view on the bytes given, not a copy, unless they were written in base 64. */
  readonly bytes: Uint8Array;
}

/** Most parts a body may have. */
export const maxParts = 100;

/** Most bytes the headers of one part may take. */
export const maxHeaderBytes = 16_384;

const cr = 13;
const lf = 10;
const hyphen = 45;

/**
 * The parts of a `multipart/*` body, or undefined where it is none: another media type, no usable
 * boundary, no closing delimiter, or more than the limits allow. Text before and after is ignored.
 */
export function parseMultipart(bytes: Uint8Array, contentType: string): readonly Part[] | undefined {
  const delimiter = delimiterOf(contentType);
  if (delimiter === undefined) return undefined;
  const find = finderOf(delimiter);
  const parts: Part[] = [];
  let open = nextDelimiter(bytes, delimiter, find, 0);
  while (open !== undefined && !open.closing) {
    const close = nextDelimiter(bytes, delimiter, find, open.end);
    if (close === undefined || parts.length === maxParts) return undefined;
    const part = partOf(bytes.subarray(open.end, Math.max(open.end, close.start)));
    if (part === undefined) return undefined;
    parts.push(part);
    open = close;
  }
  return open === undefined ? undefined : parts;
}

/** The delimiter of a `Content-Type`; undefined without a usable boundary. */
export function delimiterOf(contentType: string): Uint8Array | undefined {
  const { essence, parameters } = parseHeaderValue(contentType);
  const boundary = parameters.get('boundary') ?? '';
  if (!essence.startsWith('multipart/') || !/^[\x21-\x7e]([\x20-\x7e]{0,68}[\x21-\x7e])?$/.test(boundary))
    return undefined;
  return new TextEncoder().encode(`--${boundary}`);
}

/** A delimiter in a body. */
export interface Delimiter {
  /** Where the part before it ends: before the line break that belongs to the delimiter. */
  readonly start: number;
  /** Where what follows begins. */
  readonly end: number;
  readonly closing: boolean;
}

/** The first delimiter from an index on. */
export function nextDelimiter(
  bytes: Uint8Array,
  delimiter: Uint8Array,
  find: Finder,
  from: number,
): Delimiter | undefined {
  let at = find(bytes, from);
  while (at >= 0) {
    const end = at + delimiter.length;
    const closing = bytes[end] === hyphen && bytes[end + 1] === hyphen;
    const lineEnd = closing ? end + 2 : endOfLine(bytes, end);
    if (lineEnd !== undefined && startsLine(bytes, at, from))
      return { start: beforeLineBreak(bytes, at), end: lineEnd, closing };
    at = find(bytes, at + 1);
  }
  return undefined;
}

function startsLine(bytes: Uint8Array, at: number, from: number): boolean {
  return at === 0 || at === from || bytes[at - 1] === lf;
}

function beforeLineBreak(bytes: Uint8Array, at: number): number {
  if (bytes[at - 1] !== lf) return at;
  return bytes[at - 2] === cr ? at - 2 : at - 1;
}

/** The index after spaces and a line break, or undefined where something else follows. */
function endOfLine(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 9) at += 1;
  if (bytes[at] === cr) at += 1;
  return bytes[at] === lf ? at + 1 : undefined;
}

/** The part that some bytes are; undefined where they are none. */
export function partOf(bytes: Uint8Array): Part | undefined {
  const headerEnd = endOfHeaders(bytes);
  if (headerEnd === undefined) return undefined;
  const headers = headersOf(new TextDecoder().decode(bytes.subarray(0, headerEnd)));
  const disposition = parseHeaderValue(headers.get('content-disposition') ?? '').parameters;
  const mediaType = parseHeaderValue(headers.get('content-type') ?? '').essence || 'text/plain';
  const content = contentOf(bytes.subarray(headerEnd), headers.get('content-transfer-encoding') ?? '');
  if (content === undefined) return undefined;
  return {
    headers,
    mediaType,
    ...named('name', disposition.get('name')),
    ...named('fileName', disposition.get('filename')),
    bytes: content,
  };
}

/** Bytes may be written in base 64, in lines of any length; undefined where they are not what they say. */
function contentOf(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  if (encoding.toLowerCase() !== 'base64') return bytes;
  try {
    return fromBase64(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function named<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  const none: { readonly [K in Key]?: string } = {};
  return value === undefined ? none : { ...none, [key]: value };
}

/** The index after the empty line that ends the headers; they may be absent altogether. */
function endOfHeaders(bytes: Uint8Array): number | undefined {
  let lineStart = 0;
  while (lineStart <= Math.min(bytes.length, maxHeaderBytes)) {
    const newline = bytes.indexOf(lf, lineStart);
    if (newline < 0) return undefined;
    const length = newline - lineStart;
    if (length === 0 || (length === 1 && bytes[lineStart] === cr)) return newline + 1;
    lineStart = newline + 1;
  }
  return undefined;
}

function headersOf(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

type Finder = (bytes: Uint8Array, from: number) => number;

/** Makes a search that skips by the last byte compared, so that large bodies stay cheap. */
export function finderOf(wanted: Uint8Array): Finder {
  const last = wanted.length - 1;
  const skips = new Uint8Array(256).fill(wanted.length);
  wanted.subarray(0, last).forEach((byte, index) => {
    skips[byte] = last - index;
  });
  return (bytes, from) => {
    let at = from;
    while (at + last < bytes.length) {
      if (matches(bytes, wanted, at)) return at;
      at += skips[bytes[at + last] ?? 0] ?? 1;
    }
    return -1;
  };
}

function matches(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  for (let index = wanted.length - 1; index >= 0; index -= 1) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}
