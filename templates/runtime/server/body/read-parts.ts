import { accepts } from '../../client/body/media.js';
import type { FieldEncoding, OperationContent, ValueType, ValueTypes } from '../../operation.js';
import { typesOf } from '../../parameters/decode-string.js';
import type { QueryPair } from '../../parameters/query.js';
import { HttpError } from '../errors/http-error.js';
import { isJsonType } from '../values/media-type.js';
import { parseMultipart, type Part } from './multipart.js';
import { readFields } from './read-fields.js';
import { checkCharset, jsonOf, textOf, unsupported } from './read-text.js';

/** Splits a multipart body. Rejects a malformed one (400). */
export function splitParts(bytes: Uint8Array, contentType: string): readonly Part[] {
  return checkParts(parseMultipart(bytes, contentType));
}

/** Rejects (400) a malformed body. */
export function checkParts<One>(parts: readonly One[] | undefined): readonly One[] {
  if (parts !== undefined) return parts;
  throw new HttpError(400, 'badRequest', 'The multipart body is not well formed.', { locationType: 'body' });
}

/** What a file among the parts becomes. */
export type FileOf = (part: Part) => unknown;

/** How the parts of a body are read: by its media type, the types of its schema, and what files become. */
export interface PartRules {
  readonly content: OperationContent;
  readonly types: ValueTypes;
  /** Default: a string with a character per byte. */
  readonly fileOf?: FileOf;
}

/**
 * Reads the parts of a multipart body as members of an object, by the types of its schema. Rejects (415) types of parts that the
 * spec's `encoding` does not list.
 */
export function readParts(
  parts: readonly Part[],
  { content, types, fileOf = textOfBytes }: PartRules,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown[]>();
  const pairs: QueryPair[] = [];
  for (const part of parts) {
    const { name = '' } = part;
    const rules = Object.hasOwn(content.encoding ?? {}, name) ? content.encoding?.[name] : undefined;
    if (part.headers.has('content-type')) checkType(part, name, rules);
    if (isText(part, rules, typeNamed(types, name))) pairs.push(pairOf(name, part));
    else values.set(name, [...(values.get(name) ?? []), typedValueOf(part, fileOf)]);
  }
  const read = [...values].map(([name, all]): [string, unknown] => [name, one(all, typeNamed(types, name))]);
  const fields = readFields(pairs, content, without(types, values));
  return { ...fields, ...Object.fromEntries(read) };
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
  if (accepted.length > 0 && !accepted.some((range) => accepts(range, mediaType)))
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

function typedValueOf(part: Part, fileOf: FileOf): unknown {
  const { headers, mediaType, fileName, bytes } = part;
  if (isJsonType(mediaType)) checkCharset(headers.get('content-type') ?? '');
  if (isJsonType(mediaType) || (fileName === undefined && bytes[0] === 123)) return jsonOf(bytes);
  return fileOf(part);
}

function textOfBytes({ bytes }: Part): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Parts of one name are a list where the schema has one. */
function one(all: readonly unknown[], type: ValueType | undefined): unknown {
  const [only = null] = all;
  const isList = typesOf(type).includes('array') && !(all.length === 1 && Array.isArray(only));
  return isList || all.length > 1 ? all : only;
}

function without({ properties = {}, ...types }: ValueTypes, read: ReadonlyMap<string, unknown>): ValueTypes {
  return { ...types, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !read.has(name))) };
}

/** A part as a file. */
export function fileOfPart({ bytes, mediaType, fileName = '' }: Part): File {
  return new File([bytes.slice()], fileName, { type: mediaType });
}
