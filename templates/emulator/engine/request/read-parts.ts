import type { FieldEncoding, Json, OperationContent, ValueType, ValueTypes } from '@speccast/runtime';
import { typesOf } from './convert-text.js';
import type { Part } from '../domain/multipart.js';
import { isJsonType, matchesMediaType } from '../values/media-type.js';
import type { ReceivedMedia } from '../plan/plan.js';
import type { QueryPair } from './query.js';
import { jsonOf, unsupported, type ReceivedBody } from './read-body.js';
import { readFields } from './read-fields.js';
import { mediaOf, splitParts } from './read-multipart.js';

/**
 * The parts of a multipart body as members of an object, by the types of its schema: files are texts with a character a
 * byte, the first of them is the media; refuses (415) parts of a type that the spec's `encoding` does not name.
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
    else values.set(name, [...(values.get(name) ?? []), valueOf(part)]);
    if (part.fileName !== undefined && !isJsonType(part.mediaType)) media ??= mediaOf(part);
  }
  const read = [...values].map(([name, all]): [string, Json] => [name, one(all, typeNamed(types, name))]);
  const fields = readFields(pairs, content, without(types, values));
  return { body: { ...fields, ...Object.fromEntries(read) }, ...(media && { media }) };
}

/** A name may be that of what every object inherits. */
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

/** As it would stand in a query, with delimiters as they are. */
function pairOf(name: string, part: Part): QueryPair {
  const value = new TextDecoder().decode(part.bytes);
  return { name, value, raw: value.replaceAll('%', '%25').replaceAll(' ', '%20') };
}

function valueOf({ mediaType, fileName, bytes }: Part): Json {
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
