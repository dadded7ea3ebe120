import { isJsonObject } from '../../json.js';
import type { FieldEncoding, OperationContent, StyleWriters } from '../../operation.js';
import { toStringValue, writeForm, type ToError, encodeReserved } from '../params/serialize.js';
import { isAbsent, presentEntries, readOwn } from '../params/values.js';
import { writeDeepObject, writePipeDelimited, writeSpaceDelimited, writeTabDelimited } from '../params/write-styles.js';
import { isJsonType, toJson, toContent } from './json-text.js';
import { chooseMediaType, isMediaSource, nameMedia, type NamedMedia } from './media.js';
import { openLater } from './pull-stream.js';
import type { PreparedBody } from './sent-body.js';

/** Writes an object as `application/x-www-form-urlencoded`, without an `encoding` object: `{ a: [1, 2] }` → `a=1&a=2`. */
export function toUrlEncoded(body: unknown, invalid: ToError): string {
  return writeFields(body, invalid, writeField);
}

function writeFields(body: unknown, invalid: ToError, write: typeof writeField) {
  if (body instanceof URLSearchParams) return body.toString();
  const pieces = readFields(body, invalid).flatMap(([name, value]) => write(name, value, invalid));
  return pieces.join('&');
}

/**
 * Writes a field without an `encoding` object as `name=value` pieces, by the defaults of OpenAPI 3.0.4 and 3.1.1: one piece for each
 * item of an array, objects and inner arrays as JSON. `a` with `[1, { b: 2 }]` → `a=1`, `a={"b":2}`, percent-encoded.
 */
export function writeField(name: string, value: unknown, invalid: ToError): readonly string[] {
  return [value].flat().flatMap((item) => {
    if (isAbsent(item)) return [];
    const isText = typeof item !== 'object' || item instanceof Date;
    const text = isText ? toStringValue(item, invalid) : toJson(item, invalid);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
}

/** Writes an object as `multipart/form-data`: bytes as files, one part for each item of an array, objects as JSON. */
export async function toFormData(body: unknown, invalid: ToError): Promise<FormData> {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of readFields(body, invalid)) {
    for (const item of [value].flat()) {
      if (isAbsent(item)) continue;
      const { fileName, type, data } = await toPart(name, item, [], invalid);
      // `append` accepts a file name only for files.
      if (typeof data !== 'string') form.append(name, data, fileName);
      else form.append(name, type ? new Blob([data], { type }) : data);
    }
  }
  return form;
}

/** A part of a multipart body, with its headers. */
export interface Part {
  readonly fileName?: string;
  readonly type?: string | undefined;
  readonly headers?: NamedMedia['headers'];
  readonly data: Blob | string;
}

/** Writes a value as a part: bytes as a file, objects as JSON, other values as text. `types` are the accepted media types. */
export async function toPart(name: string, value: unknown, types: readonly string[], invalid: ToError): Promise<Part> {
  const type = types.find((one) => !one.includes('*'));
  const isObject = typeof value === 'object' && !(value instanceof Date);
  const media = isObject ? nameMedia(value) : undefined;
  if (media) {
    const { headers, data } = media;
    const fileName = media.name ?? (data instanceof File ? data.name : name);
    // `FormData` cannot contain a stream, so it is read first.
    const source = isMediaSource(data) ? await data.open(0) : data;
    const read = source instanceof ReadableStream ? await new Response(source).blob() : source;
    // `as`: only drops "may be shared memory", which Blob rejects at run time with a TypeError of its own.
    const blob = new Blob([read as BlobPart], { type: chooseMediaType(media, types) });
    return { fileName, type: blob.type, headers, data: blob };
  }
  if (isObject || (type && isJsonType(type))) return { type: type ?? 'application/json', data: toJson(value, invalid) };
  return { type, data: toStringValue(value, invalid) };
}

/** Creates a random separator for the parts of a body: `part-1-2-3-4`. */
export function createBoundary(): string {
  return `part-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

/** Writes JSON and bytes as the two parts of `multipart/related`. Streams are not read into memory. */
export function toRelated(json: string, media: NamedMedia & { readonly type: string }): PreparedBody {
  const boundary = createBoundary();
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${json}\r\n--${boundary}\r\nContent-Type: ${media.type}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const type = `multipart/related; boundary=${boundary}`;
  const { data } = media;
  const encoder = new TextEncoder();
  const surround = (stream: ReadableStream<Uint8Array>) =>
    stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        start: (controller) => controller.enqueue(encoder.encode(head)),
        flush: (controller) => controller.enqueue(encoder.encode(tail)),
      }),
    );
  if (data instanceof ReadableStream) return { data: surround(data), type };
  if (isMediaSource(data)) return { data: openLater(async () => surround(await data.open(0))), type };
  // `as`: only drops "may be shared memory", as in `toPart`.
  return { data: new Blob([head, data as BlobPart, tail]), type };
}

/** Lists the fields of a body without absent ones; throws if the body is not an object. */
export function readFields(body: unknown, invalid: ToError): readonly (readonly [string, unknown])[] {
  if (!isJsonObject(body)) throw invalid('must be an object with a member for each field');
  return presentEntries(body);
}

/** Writes an object as `application/x-www-form-urlencoded`, with the `encoding` object of the spec. */
export function toEncodedForm(
  body: unknown,
  invalid: ToError,
  { encoding = {} }: Pick<OperationContent, 'encoding'>,
): string {
  return writeFields(body, invalid, (name, value) => writeEncoded(name, value, readOwn(encoding, name) ?? {}, invalid));
}

const writers: StyleWriters = {
  spaceDelimited: writeSpaceDelimited,
  pipeDelimited: writePipeDelimited,
  tabDelimited: writeTabDelimited,
  deepObject: writeDeepObject,
};

/** Writes a field as `name=value` pieces, by its rules in an `encoding` object. */
export function writeEncoded(name: string, value: unknown, rules: FieldEncoding, invalid: ToError): readonly string[] {
  const { style = 'form', explode = style === 'form', allowReserved, contentType } = rules;
  const encode = allowReserved ? encodeReserved : encodeURIComponent;
  if (!rules.style) {
    if (contentType !== undefined)
      return [`${encodeURIComponent(name)}=${encode(toContent(contentType, value, invalid))}`];
    if (rules.explode === undefined && !allowReserved) return writeField(name, value, invalid);
  }
  return (writers[style] ?? writeForm)(name, value, { in: 'query', explode, encode, invalid });
}
