import { type Json, type JsonObject, type OperationContent, type ValueTypes, isJsonObject } from '@speccast/runtime';
import {
  type Part,
  checkCharset,
  checkParts,
  isJsonType,
  maxHeaderBytes,
  maxParts,
  nextDelimiter,
  readBodyJson,
  readBodyText,
  readDelimiter,
  readPart,
  readParts as readPartValues,
  splitParts,
} from '@speccast/runtime/requests';
import type { DecodedBody } from '../plan/plan.js';
import { defined } from '../values/defined.js';
import { createMedia, type ReceivedMedia, type Content, StoredBytes } from '../store/media.js';

/** Reads `multipart/related`: the first JSON part is the body, the first other part the media. */
export async function readRelated(content: Content, contentType: string): Promise<DecodedBody> {
  const parts = await splitContent(content, contentType);
  const json = parts.find((part) => isJsonType(part.mediaType));
  const media = parts.find((part) => part !== json);
  return defined({ body: json && readValue(json), media: media && toMedia(media) });
}

/** Reads `multipart/form-data`: JSON fields and plain ones make up the body, the first file is the media. */
export async function readFormData(content: Content, contentType: string): Promise<DecodedBody> {
  let body: JsonObject | undefined;
  let media: ReceivedMedia | undefined;
  for (const part of await splitContent(content, contentType)) {
    const { name = '', fileName, mediaType } = part;
    if (fileName !== undefined && !isJsonType(mediaType)) {
      media ??= toMedia(part);
      continue;
    }
    const value = readValue(part);
    // A field with a name such as `metadata`, or a JSON file, is the body. Any other field is a member of it.
    const isBody = ['metadata', 'resource', 'body', 'json', ''].includes(name) && isJsonObject(value);
    body = { ...body, ...(isBody ? value : { [name]: value }) };
  }
  return defined({ body, media });
}

/** Reads the value of a part in UTF-8: JSON, or a string. */
function readValue({ headers, mediaType, content, bytes: own }: StoredPart) {
  checkCharset(headers.get('content-type') ?? '');
  const bytes = content?.read() ?? own;
  const text = readBodyText(bytes);
  return isJsonType(mediaType) || /^\s*[[{]/.test(text) ? readBodyJson(bytes) : text;
}

function toMedia(part: StoredPart) {
  return createMedia(part.content ?? part.bytes.slice(), part);
}

/** Splits a multipart body in memory or outside. Rejects a malformed one (400). */
async function splitContent(content: Content, contentType: string): Promise<readonly StoredPart[]> {
  if (!(content instanceof StoredBytes)) return splitParts(content, contentType);
  return checkParts(await parseStoredMultipart(content, contentType));
}

/**
 * Reads the parts of a multipart body as members of an object, by the types of its schema. Files are strings with a character
 * per byte; the first file is the media.
 */
export function readParts(
  bytes: Uint8Array,
  header: string,
  content: OperationContent,
  types: ValueTypes,
): DecodedBody {
  const parts = splitParts(bytes, header);
  const media = parts.find(({ fileName, mediaType }) => fileName !== undefined && !isJsonType(mediaType));
  // Files are strings here, so the whole value is JSON.
  const body = readPartValues(parts, { content, types }) as Json;
  return defined({ body, media: media && toMedia(media) });
}

/** One part of a multipart body outside memory. Its `bytes` are empty, unless they were decoded from base64. */
export interface StoredPart extends Part {
  /** The bytes; absent if they were decoded. */
  readonly content?: StoredBytes;
}

/** Number of bytes that are searched at once. */
const window = 1024 * 1024;

/** Number of bytes at the end of a window that are searched with the next one: more than a delimiter has. */
const overlap = 1024;

/** Reads the parts of a body outside memory as `parseMultipart` does. Little of it is in memory at a time. */
export async function parseStoredMultipart(
  body: StoredBytes,
  contentType: string,
): Promise<readonly StoredPart[] | undefined> {
  const delimiter = readDelimiter(contentType);
  if (!delimiter) return undefined;
  const parts: StoredPart[] = [];
  let open = await findDelimiter(body, delimiter, 0);
  while (open?.closing === false) {
    const close = await findDelimiter(body, delimiter, open.end);
    const part = close && readStoredPart(body.subarray(open.end, Math.max(open.end, close.start)));
    if (!part || parts.length === maxParts) return undefined;
    parts.push(part);
    open = close;
  }
  return open && parts;
}

/** Finds the first delimiter from an index on, as `nextDelimiter` does. */
async function findDelimiter(body: StoredBytes, delimiter: Uint8Array, from: number) {
  for (let at = from; at < body.length; at += window - overlap) {
    // A delimiter begins with the line break before it.
    const start = Math.max(0, at - 2);
    const bytes = body.read(start, at + window);
    const next = nextDelimiter(bytes, delimiter, at - start);
    const isEnd = at + window >= body.length;
    if (next && (isEnd || next.start < bytes.length - overlap))
      return { ...next, start: start + next.start, end: start + next.end };
    if (isEnd) return undefined;
    // Lets other requests be handled in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return undefined;
}

function readStoredPart(bytes: StoredBytes): StoredPart | undefined {
  const head = bytes.read(0, maxHeaderBytes + 2);
  const part = readPart(head);
  // Base64 is decoded as a whole.
  const isEncoded = part?.headers.get('content-transfer-encoding')?.toLowerCase() === 'base64';
  if (!part || isEncoded) return readPart(bytes.read());
  return { ...part, bytes: new Uint8Array(0), content: bytes.subarray(head.length - part.bytes.length) };
}
