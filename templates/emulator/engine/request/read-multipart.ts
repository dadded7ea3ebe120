import {
  isJsonObject,
  typesOf,
  type FieldEncoding,
  type Json,
  type OperationContent,
  type ValueType,
  type ValueTypes,
  type QueryPair,
} from '@speccast/runtime';
import { parseMultipart, type Part } from '../domain/multipart.js';
import { parseStoredMultipart, type StoredPart } from '../domain/stored-multipart.js';
import type { ReceivedBody } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { mediaOf } from '../store/media.js';
import { type Content, StoredBytes } from '../store/stored-bytes.js';
import type { ReceivedMedia } from '../store/tables.js';
import { isJsonType, matchesMediaType } from '../values/media-type.js';
import { checkCharset, jsonOf, textOf, unsupported } from './read-bytes.js';
import { readFields } from './read-fields.js';

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
  if (isJsonType(part.mediaType)) return jsonOf(part.bytes);
  return /^\s*[[{]/.test(text) ? jsonOf(part.bytes) : text;
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

/** Splits a multipart body. Rejects a malformed one (400). */
function splitParts(bytes: Uint8Array, contentType: string): readonly Part[] {
  return checkParts(parseMultipart(bytes, contentType));
}

function checkParts<One>(parts: readonly One[] | undefined): readonly One[] {
  if (parts !== undefined) return parts;
  throw new HttpError(400, 'badRequest', 'The multipart body is not well formed.', { locationType: 'body' });
}

/**
 * Reads the parts of a multipart body as members of an object, by the types of its schema. Files are strings with a character
 * per byte; the first file is the media. Rejects (415) types of parts that the spec's `encoding` does not list.
 */
export function readParts(
  bytes: Uint8Array,
  header: string,
  content: OperationContent,
  types: ValueTypes,
): ReceivedBody {
  const values = new Map<string, Json[]>();
  const pairs: QueryPair[] = [];
  let media: ReceivedMedia | undefined;
  for (const part of splitParts(bytes, header)) {
    const { name = '' } = part;
    const rules = Object.hasOwn(content.encoding ?? {}, name) ? content.encoding?.[name] : undefined;
    if (part.headers.has('content-type')) checkType(part, name, rules);
    if (isText(part, rules, typeNamed(types, name))) pairs.push(pairOf(name, part));
    else values.set(name, [...(values.get(name) ?? []), typedValueOf(part)]);
    if (part.fileName !== undefined && !isJsonType(part.mediaType)) media ??= mediaOfPart(part);
  }
  const read = [...values].map(([name, all]): [string, Json] => [name, one(all, typeNamed(types, name))]);
  const fields = readFields(pairs, content, without(types, values));
  return { body: { ...fields, ...Object.fromEntries(read) }, ...(media && { media }) };
}

/** The name may be one that all objects inherit. */
function typeNamed({ properties = {}, additional }: ValueTypes, name: string): ValueType | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : additional;
}

function checkType({ mediaType }: Part, name: string, rules: FieldEncoding | undefined): void {
  const accepted = (rules?.contentType ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean);
  if (accepted.length > 0 && !accepted.some((range) => matchesMediaType(mediaType, range)))
    throw unsupported(mediaType, accepted, name);
}

/** Neither a file nor JSON. */
function isText(part: Part, rules: FieldEncoding | undefined, type: ValueType | undefined): boolean {
  if (part.fileName !== undefined || isJsonType(part.mediaType)) return false;
  const isObject = typesOf(type).includes('object') && part.bytes[0] === 123;
  return rules?.style !== undefined || !isObject;
}

/** The part as a pair of a query, with delimiters unescaped. */
function pairOf(name: string, part: Part): QueryPair {
  const value = fieldOf(part);
  return { name, value, raw: value.replaceAll('%', '%25').replaceAll(' ', '%20') };
}

/** A field as text, in UTF-8 as the form. */
function fieldOf({ headers, bytes }: Part): string {
  checkCharset(headers.get('content-type') ?? '');
  return textOf(bytes);
}

function typedValueOf({ headers, mediaType, fileName, bytes }: Part): Json {
  if (isJsonType(mediaType)) checkCharset(headers.get('content-type') ?? '');
  if (isJsonType(mediaType) || (fileName === undefined && bytes[0] === 123)) return jsonOf(bytes);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Parts of one name are a list where the schema has one. */
function one(all: readonly Json[], type: ValueType | undefined): Json {
  const [only = null] = all;
  const isList = typesOf(type).includes('array') && !(all.length === 1 && Array.isArray(only));
  return isList || all.length > 1 ? all : only;
}

function without({ properties = {}, ...types }: ValueTypes, read: ReadonlyMap<string, unknown>): ValueTypes {
  return { ...types, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !read.has(name))) };
}
