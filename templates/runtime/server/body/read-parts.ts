import { isJsonType } from '../../client/body/json-text.js';
import { accepts } from '../../client/body/media.js';
import type { FieldEncoding, OperationContent } from '../../operation.js';
import { listTypes, type ValueTypes } from '../../value-types.js';
import { readMember, type JsonObject } from '../../json.js';
import { decodeFields } from '../../parameters/decode-fields.js';
import type { QueryPair } from '../../parameters/query.js';
import { bodyError } from '../errors/http-error.js';
import { parseExactly, withIntegers } from '../values/exact-integers.js';
import { toBinaryString } from '../values/base64.js';
import { parseMultipart, type Part } from './multipart.js';
import { checkCharset, readBodyJson, readBodyText, unsupported } from './read-body.js';

/** Splits a multipart body into its parts; throws an `HttpError` (400) if it is malformed. */
export function splitParts(bytes: Uint8Array, contentType: string): readonly Part[] {
  return checkParts(parseMultipart(bytes, contentType));
}

/** Returns the parts of a multipart body; throws an `HttpError` (400) for `undefined`, the result for a malformed body. */
export function checkParts<One>(parts: readonly One[] | undefined): readonly One[] {
  if (parts) return parts;
  throw bodyError('badRequest', 'The multipart body is not well formed.');
}

/** Reads the fields of a form by the types of its schema, with all digits of integers; throws an `HttpError` (400) for invalid fields. */
export function readFields(pairs: readonly QueryPair[], content: OperationContent, types: ValueTypes): JsonObject {
  const { value, issues } = decodeFields(pairs, content, types, parseExactly);
  const [issue] = issues;
  // `as`: `withIntegers` returns an object for an object.
  if (!issue) return withIntegers(value, types) as JsonObject;
  const location = issue.path.join('.');
  throw bodyError('invalidValue', `The field ${location} ${issue.message}.`, { location });
}

/**
 * Reads the parts of a multipart body as members of an object, by the types of its schema: two parts `name="tags"` with `a` and `b` →
 * `{ tags: ['a', 'b'] }`. `toFile` converts a file (default: to a string with a character per byte). Throws an `HttpError` (415) for media
 * types of parts that are not in the `encoding` of the spec.
 */
export function readParts(
  parts: readonly Part[],
  {
    content,
    types,
    toFile = ({ bytes }) => toBinaryString(bytes),
  }: { readonly content: OperationContent; readonly types: ValueTypes; readonly toFile?: (part: Part) => unknown },
): Readonly<Record<string, unknown>> {
  const findType = (name: string) => readMember(types.properties, name) ?? types.additional;
  const values = new Map<string, unknown[]>();
  const pairs: QueryPair[] = [];
  for (const part of parts) {
    const { name = '', headers, mediaType, fileName, bytes } = part;
    const { contentType = '', style }: FieldEncoding = readMember(content.encoding, name) ?? {};
    const accepted = contentType.split(',').flatMap((type) => type.trim() || []);
    if (headers.has('content-type') && accepted.length && !accepted.some((range) => accepts(range, mediaType)))
      throw unsupported(mediaType, accepted, name);
    const isJson = isJsonType(mediaType);
    const isObject = style === undefined && bytes[0] === 123 && listTypes(findType(name)).includes('object');
    const isText = fileName === undefined && !isJson && !isObject;
    if (isText || isJson) checkCharset(headers.get('content-type') ?? '');
    if (isText) {
      const value = readBodyText(bytes);
      // Encoded as in a query, except for delimiters of items.
      pairs.push({ name, value, raw: value.replaceAll('%', '%25').replaceAll(' ', '%20') });
      continue;
    }
    const value = isJson || fileName === undefined ? readBodyJson(bytes) : toFile(part);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const read = [...values].map(([name, all]) => {
    const [only = null] = all;
    // Several parts with the same name are a list. A single part may be the whole list, as JSON.
    const isList = all.length > 1 || (listTypes(findType(name)).includes('array') && !Array.isArray(only));
    return [name, isList ? all : only];
  });
  return { ...readFields(pairs, content, types), ...Object.fromEntries(read) };
}

/** Converts a part to a `File`. */
export function toFile({ bytes, mediaType, fileName = '' }: Part): File {
  return new File([bytes.slice()], fileName, { type: mediaType });
}
