import type { BodyKind } from './api.js';
import type { Schema } from './schema.js';
import { isBytes } from './bytes.js';

const textual =
  /^text\/|^application\/(?:xml|yaml|x-yaml|graphql|jsonl|x-ndjson|x-jsonlines|javascript|sql)$|\+(?:xml|yaml)$/;

/** How a body is written and read, from its media type and the schema at the end of all references. */
export function bodyKindOf(mediaType: string, schema: Schema): BodyKind {
  const type = essenceOf(mediaType);
  if (isMultipart(type)) return 'multipart';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (isBytes(schema)) return 'binary';
  if (isJson(type) || (type === '*/*' && hasStructure(schema))) return 'json';
  return textual.test(type) && isText(schema) ? 'text' : 'binary';
}

/** Whether a media type is JSON: `application/json`, `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** A media type without parameters, in lower case: `text/html; charset=utf-8` -> `text/html`. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

function isMultipart(type: string): boolean {
  return type.startsWith('multipart/');
}

/** Whether a schema says more than "text" or "anything". */
function hasStructure(schema: Schema): boolean {
  const { types = [], object, array, allOf, anyOf, oneOf } = schema;
  return (
    types.some((type) => type !== 'string') || [object, array, allOf, anyOf, oneOf].some((rules) => rules !== undefined)
  );
}

function isText({ types = [], enum: values, const: constant }: Schema): boolean {
  return types.includes('string') || values !== undefined || constant !== undefined;
}
