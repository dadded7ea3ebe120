import type { BodyKind } from '../api.js';
import type { Direction, Schema } from '../types/schema.js';

const textual =
  /^text\/|^application\/(?:xml|yaml|x-yaml|graphql|jsonl|x-ndjson|x-jsonlines|javascript|sql)$|\+(?:xml|yaml)$/;

/**
 * Finds the kind of a body from its media type and its schema, of which references are followed. Special cases: XML whose schema is a
 * string or empty is text; `text/plain` with an object or a number is JSON, since some frameworks list both for the same body; a form
 * in a response is text.
 */
export function findBodyKind(mediaType: string, schema: Schema, direction: Direction = 'request'): BodyKind {
  const type = stripParameters(mediaType);
  if (type.startsWith('multipart/')) return direction === 'request' ? 'multipart' : 'binary';
  if (type === 'application/x-www-form-urlencoded') return direction === 'request' ? 'form' : 'text';
  if (isBytes(schema)) return 'binary';
  if (isJson(type) || ((type === '*/*' || type === 'text/plain') && hasStructure(schema))) return 'json';
  if (isXml(type) && hasStructure(schema)) return 'xml';
  return textual.test(type) && (isStringSchema(schema) || hasStructure(schema)) ? 'text' : 'binary';
}

/** Returns the content whose values have the types of JSON: the first one in JSON, else in XML. */
export function dataContent<One extends { readonly kind: BodyKind }>(contents: readonly One[]): One | undefined {
  return contents.find(({ kind }) => kind === 'json') ?? contents.find(({ kind }) => kind === 'xml');
}

/** Returns true for XML and its family: `text/xml`, `application/atom+xml`. */
export function isXml(type: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(type);
}

/**
 * Finds the form of the items in a streamed response: `text/event-stream` -> `events`. Undefined for a response that is read as a whole.
 */
export function findItemKind(type: string): 'events' | 'lines' | undefined {
  if (type === 'text/event-stream') return 'events';
  return lineTypes.test(type) ? 'lines' : undefined;
}

const lineTypes =
  /^application\/(?:jsonl|x-jsonl|jsonlines|x-jsonlines|json-lines|x-json-lines|ndjson|x-ndjson|json-seq|stream\+json)$|\+json-seq$/;

/** Returns true for JSON and its family: `application/json`, `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(stripParameters(mediaType));
}

/** Returns a media type without parameters, in lower case: `text/html; charset=utf-8` -> `text/html`. */
export function stripParameters(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Returns true if a schema allows only certain values that are not strings, such as objects or numbers. */
function hasStructure(schema: Schema): boolean {
  const { types = [], object, array, allOf, anyOf, oneOf } = schema;
  return types.some((type) => type !== 'string') || (object ?? array ?? allOf ?? anyOf ?? oneOf) !== undefined;
}

/** Returns true for a schema of strings. */
export function isStringSchema({ types = [], enum: values, const: constant }: Schema): boolean {
  return types.includes('string') || (values ?? constant) !== undefined;
}

/**
 * Returns true if a schema describes raw bytes: `format: binary`, `contentEncoding: binary`, or a `contentMediaType` other than text
 * and JSON without an encoding.
 */
export function isBytes({ types, string = {} }: Schema): boolean {
  if (types && !types.includes('string')) return false;
  const { contentMediaType = 'text/plain', contentEncoding, format } = string;
  if (format === 'binary' || contentEncoding === 'binary') return true;
  return contentEncoding === undefined && !/^text\/|[/+]json\b/i.test(contentMediaType);
}

/** Returns true if the media types of a part in a multipart body are all binary: `image/png, image/jpeg`. */
export function isBytesPart(contentType = 'text/plain'): boolean {
  const types = contentType.split(',').map(stripParameters);
  return types.every((type) => !isJson(type) && !isXml(type) && !textual.test(type) && /^[^*/]+\//.test(type));
}
