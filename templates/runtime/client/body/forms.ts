import type { FieldEncoding, OperationContent } from '../../operation.js';
import { toStringValue, writeForm, type ToError, encodeReserved } from '../params/serialize.js';
import { readOwn, isAbsent } from '../params/values.js';
import { writeDeepObject, writePipeDelimited, writeSpaceDelimited, writeTabDelimited } from '../params/write-styles.js';
import { toJson, toContent } from './json-text.js';
import {
  isMediaSource,
  mediaTypeOf,
  nameMedia,
  type MediaData,
  type MediaSource,
  type NamedMedia,
  openLater,
} from './media.js';
import type { PreparedBody } from './sent-body.js';

/** An object as `application/x-www-form-urlencoded`, without an encoding. */
export function toUrlEncoded(body: unknown, invalid: ToError): string {
  if (body instanceof URLSearchParams) return body.toString();
  return fieldsOf(body, invalid)
    .flatMap(([name, value]) => writeField(name, value, invalid))
    .join('&');
}

/**
 * A field without an encoding as `name=value` pieces, as OpenAPI 3.0.4 and 3.1.1 have it: lists repeat their name, and objects and
 * lists in lists are JSON. `a` with `[1, { b: 2 }]` → `a=1`, `a={"b":2}`, percent-encoded.
 */
export function writeField(name: string, value: unknown, invalid: ToError): readonly string[] {
  return [value].flat().flatMap((item) => {
    if (isAbsent(item)) return [];
    const isText = typeof item !== 'object' || item instanceof Date;
    const text = isText ? toStringValue(item, invalid) : toJson(item, invalid);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
}

/** An object as `multipart/form-data`: bytes become files, lists repeat their name, objects travel as JSON. */
export async function toFormData(body: unknown, invalid: ToError): Promise<FormData> {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of fieldsOf(body, invalid)) {
    for (const item of Array.isArray(value) ? value : [value]) await appendField(form, name, item, invalid);
  }
  return form;
}

async function appendField(form: FormData, name: string, value: unknown, invalid: ToError): Promise<void> {
  if (isAbsent(value)) return;
  if (typeof value !== 'object' || value instanceof Date) return form.append(name, toStringValue(value, invalid));
  const media = nameMedia(value);
  if (!media) return form.append(name, new Blob([toJson(value, invalid)], { type: 'application/json' }));
  const blob = await toBlob(media);
  const fileName = media.name ?? (media.data instanceof File ? media.data.name : name);
  form.append(name, blob, fileName);
}

/** Bytes of a part, with their type; `accepted` are the types that the part may have. */
export async function toBlob(media: NamedMedia, accepted: readonly string[] = []): Promise<Blob> {
  const type = mediaTypeOf(media, accepted);
  // Form data cannot hold a stream, so it is read first.
  const data = isMediaSource(media.data) ? await media.data.open(0) : media.data;
  const part = data instanceof ReadableStream ? await new Response(data).blob() : toBlobPart(data);
  return new Blob([part], { type });
}

/** JSON and bytes as the two parts of `multipart/related`; a stream stays a stream. */
export function toRelated(json: string, media: NamedMedia & { readonly type: string }): PreparedBody {
  const boundary = `part-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${json}\r\n--${boundary}\r\nContent-Type: ${media.type}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const type = `multipart/related; boundary=${boundary}`;
  const { data } = media;
  if (data instanceof ReadableStream) return { data: surround(head, data, tail), type };
  if (isMediaSource(data)) return { data: openLater(async () => surround(head, await data.open(0), tail)), type };
  return { data: new Blob([head, toBlobPart(data), tail]), type };
}

function surround(head: string, body: ReadableStream<Uint8Array>, tail: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode(head)),
      flush: (controller) => controller.enqueue(encoder.encode(tail)),
    }),
  );
}

// The cast only drops "may be shared memory", which Blob rejects at run time with a TypeError of its own.
function toBlobPart(data: Exclude<MediaData, ReadableStream | MediaSource>): BlobPart {
  return data as BlobPart;
}

/** The fields of a body that are there. */
export function fieldsOf(body: unknown, invalid: ToError): readonly (readonly [string, unknown])[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('must be an object with a member for each field');
  return Object.entries(body).filter(([, value]) => !isAbsent(value));
}

const writers = {
  form: writeForm,
  spaceDelimited: writeSpaceDelimited,
  pipeDelimited: writePipeDelimited,
  tabDelimited: writeTabDelimited,
  deepObject: writeDeepObject,
};

/** An object as `application/x-www-form-urlencoded`, its fields as the `encoding` of the spec says. */
export function toEncodedForm(
  body: unknown,
  invalid: ToError,
  { encoding = {} }: Pick<OperationContent, 'encoding'>,
): string {
  if (body instanceof URLSearchParams) return body.toString();
  return fieldsOf(body, invalid)
    .flatMap(([name, value]) =>
      writeEncoded(name, value, readOwn(encoding, name) as FieldEncoding | undefined, invalid),
    )
    .join('&');
}

/** A field as `name=value` pieces, as its encoding says. */
export function writeEncoded(
  name: string,
  value: unknown,
  rules: FieldEncoding | undefined,
  invalid: ToError,
): readonly string[] {
  const { style, explode, allowReserved, contentType } = rules ?? {};
  const encode = allowReserved ? encodeReserved : encodeURIComponent;
  if (contentType !== undefined && style === undefined)
    return [`${encodeURIComponent(name)}=${encode(toContent(contentType, value, invalid))}`];
  if (style === undefined && explode === undefined && !allowReserved) return writeField(name, value, invalid);
  const write = Object.hasOwn(writers, style ?? 'form')
    ? writers[(style ?? 'form') as keyof typeof writers]
    : writeForm;
  return write(name, value, { in: 'query', explode: explode ?? (style ?? 'form') === 'form', encode, invalid });
}
