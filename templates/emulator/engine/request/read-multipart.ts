import { isJsonObject, type Json } from '@speccast/runtime';
import { parseMultipart, type Part } from '../domain/multipart.js';
import { isJsonType } from '../values/media-type.js';
import { Refusal, type ReceivedMedia } from '../plan/plan.js';
import { jsonOf, type ReceivedBody } from './read-body.js';

/** Reads `multipart/related`: the first JSON part is the body, the first other part the media. */
export function readRelated(bytes: Uint8Array, contentType: string): ReceivedBody {
  const parts = splitParts(bytes, contentType);
  const json = parts.find((part) => isJsonType(part.mediaType));
  const media = parts.find((part) => part !== json);
  return {
    ...(json === undefined ? {} : { body: jsonOf(json.bytes) }),
    ...(media === undefined ? {} : { media: mediaOf(media) }),
  };
}

/** Reads `multipart/form-data`: JSON fields and plain ones make up the body, the first file is the media. */
export function readFormData(bytes: Uint8Array, contentType: string): ReceivedBody {
  let body: Json | undefined;
  let media: ReceivedMedia | undefined;
  for (const part of splitParts(bytes, contentType)) {
    const { name = '', fileName } = part;
    if (fileName !== undefined && !isJsonType(part.mediaType)) media ??= mediaOf(part);
    else body = addField(body, name, part);
  }
  return { ...(body === undefined ? {} : { body }), ...(media === undefined ? {} : { media }) };
}

/** A field named like the whole (`metadata`) or a JSON file is the body; any other is a member of it. */
function addField(body: Json | undefined, name: string, part: Part): Json {
  const value = valueOf(part);
  const whole = ['metadata', 'resource', 'body', 'json', ''].includes(name) && isJsonObject(value);
  const before = isJsonObject(body) ? body : {};
  return whole ? { ...before, ...value } : { ...before, [name]: value };
}

/** What a part holds: JSON, or text. */
export function valueOf(part: Part): Json {
  if (isJsonType(part.mediaType)) return jsonOf(part.bytes);
  const text = new TextDecoder().decode(part.bytes);
  return /^\s*[[{]/.test(text) ? jsonOf(part.bytes) : text;
}

/** A part as bytes. */
export function mediaOf({ fileName, mediaType, bytes }: Part): ReceivedMedia {
  return { bytes: bytes.slice(), mediaType, ...(fileName === undefined ? {} : { fileName }) };
}

/** The parts of a body; refuses (400) what is none. */
export function splitParts(bytes: Uint8Array, contentType: string): readonly Part[] {
  const parts = parseMultipart(bytes, contentType);
  if (parts !== undefined) return parts;
  throw new Refusal(400, 'badRequest', 'The multipart body is not well formed.', { locationType: 'body' });
}
