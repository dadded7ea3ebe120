import { isJsonObject, type Json, type JsonObject, type OperationContent, type ValueTypes } from '@speccast/runtime';
import {
  checkCharset,
  checkParts,
  isJsonType,
  readBodyJson,
  readParts as readPartValues,
  splitParts,
  readBodyText,
} from '@speccast/runtime/requests';
import { parseStoredMultipart, type StoredPart } from './stored-multipart.js';
import type { ReceivedBody } from '../plan/plan.js';
import { createMedia, type ReceivedMedia } from '../store/media.js';
import { type Content, StoredBytes } from '../store/stored-bytes.js';

/** Reads `multipart/related`: the first JSON part is the body, the first other part the media. */
export async function readRelated(content: Content, contentType: string): Promise<ReceivedBody> {
  const parts = await splitContent(content, contentType);
  const json = parts.find((part) => isJsonType(part.mediaType));
  const media = parts.find((part) => part !== json);
  return { ...(json && { body: readValue(json) }), ...(media && { media: toMedia(media) }) };
}

/** Reads `multipart/form-data`: JSON fields and plain ones make up the body, the first file is the media. */
export async function readFormData(content: Content, contentType: string): Promise<ReceivedBody> {
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
  return { ...(body && { body }), ...(media && { media }) };
}

/** Reads the value of a part in UTF-8: JSON, or a string. */
function readValue({ headers, mediaType, content, bytes: own }: StoredPart): Json {
  checkCharset(headers.get('content-type') ?? '');
  const bytes = content?.read() ?? own;
  const text = readBodyText(bytes);
  return isJsonType(mediaType) || /^\s*[[{]/.test(text) ? readBodyJson(bytes) : text;
}

function toMedia(part: StoredPart): ReceivedMedia {
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
): ReceivedBody {
  const parts = splitParts(bytes, header);
  const media = parts.find(({ fileName, mediaType }) => fileName !== undefined && !isJsonType(mediaType));
  // Files are strings here, so the whole value is JSON.
  const body = readPartValues(parts, { content, types }) as Json;
  return { body, ...(media && { media: toMedia(media) }) };
}
