import { isJsonObject, type Json, type OperationContent, type ValueTypes } from '@speccast/runtime';
import {
  checkCharset,
  checkParts,
  isJsonType,
  readBodyJson,
  type Part,
  readParts as readPartValues,
  splitParts,
  readBodyText,
} from '@speccast/runtime/requests';
import { parseStoredMultipart, type StoredPart } from './stored-multipart.js';
import type { ReceivedBody } from '../plan/plan.js';
import { mediaOf } from '../store/media.js';
import { type Content, StoredBytes } from '../store/stored-bytes.js';
import type { ReceivedMedia } from '../store/tables.js';

/** Reads `multipart/related`: the first JSON part is the body, the first other part the media. */
export async function readRelated(content: Content, contentType: string): Promise<ReceivedBody> {
  const parts = await splitContent(content, contentType);
  const json = parts.find((part) => isJsonType(part.mediaType));
  const media = parts.find((part) => part !== json);
  return {
    ...(json === undefined ? {} : { body: valueOf({ ...json, bytes: bytesOf(json) }) }),
    ...(media === undefined ? {} : { media: mediaOfPart(media) }),
  };
}

/** Reads `multipart/form-data`: JSON fields and plain ones make up the body, the first file is the media. */
export async function readFormData(content: Content, contentType: string): Promise<ReceivedBody> {
  let body: Json | undefined;
  let media: ReceivedMedia | undefined;
  for (const part of await splitContent(content, contentType)) {
    const { name = '', fileName } = part;
    if (fileName !== undefined && !isJsonType(part.mediaType)) media ??= mediaOfPart(part);
    else body = addField(body, name, { ...part, bytes: bytesOf(part) });
  }
  return { ...(body === undefined ? {} : { body }), ...(media === undefined ? {} : { media }) };
}

/** A field with a name such as `metadata`, or a JSON file, is the body. Any other field is a member of it. */
function addField(body: Json | undefined, name: string, part: Part): Json {
  const value = valueOf(part);
  const whole = ['metadata', 'resource', 'body', 'json', ''].includes(name) && isJsonObject(value);
  const before = isJsonObject(body) ? body : {};
  return whole ? { ...before, ...value } : { ...before, [name]: value };
}

/** The value of a part: JSON, or a string. */
function valueOf(part: Part): Json {
  const text = fieldOf(part);
  if (isJsonType(part.mediaType)) return readBodyJson(part.bytes);
  return /^\s*[[{]/.test(text) ? readBodyJson(part.bytes) : text;
}

/** A part as media. */
function mediaOfPart(part: StoredPart): ReceivedMedia {
  return mediaOf(part.content ?? part.bytes.slice(), part);
}

function bytesOf({ content, bytes }: StoredPart): Uint8Array {
  return content?.read() ?? bytes;
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
): ReceivedBody {
  const parts = splitParts(bytes, header);
  const media = parts.find(({ fileName, mediaType }) => fileName !== undefined && !isJsonType(mediaType));
  // Files are strings here, so all of it is JSON.
  const body = readPartValues(parts, { content, types }) as Json;
  return { body, ...(media && { media: mediaOfPart(media) }) };
}

/** A field as text, in UTF-8 as the form. */
function fieldOf({ headers, bytes }: Part): string {
  checkCharset(headers.get('content-type') ?? '');
  return readBodyText(bytes);
}
