import type { Operation, OperationContent } from '../operation.js';
import { InvalidParameterError } from './errors.js';
import { isMedia, mediaTypeOf, nameMedia, type MediaData, type NamedMedia } from './media.js';
import { isAbsent, toJson, toText, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';

/** A request body, ready to be sent. */
export interface PreparedBody {
  readonly data: MediaData | FormData;
  /** The `Content-Type`; absent for form data, which gets one with its boundary when it is sent. */
  readonly type: string | undefined;
}

/** Writers of the kinds of bodies that few operations take: a bundle holds those that its operations need. */
export interface BodyWriters {
  readonly form?: (body: unknown, refuse: Refuse) => string;
  readonly multipart?: (body: unknown, refuse: Refuse) => Promise<FormData>;
  /** JSON and bytes in one body. */
  readonly related?: (json: string, media: NamedMedia & { readonly type: string }) => PreparedBody;
}

/** Whether a body can be sent again. */
export function isRepeatable(body: PreparedBody | undefined): boolean {
  return !(body?.data instanceof ReadableStream);
}

/** The body of a call out of `params.body` and `params.media`; nothing where neither is given nor needed. */
export async function prepareBody(
  operation: Operation<never, unknown>,
  params: object,
): Promise<PreparedBody | undefined> {
  const media = operation.media === undefined ? undefined : readOwn(params, 'media');
  const takesBody = operation.body !== undefined || operation.media?.metadata === true;
  const body = takesBody ? readOwn(params, 'body') : undefined;
  if (!isAbsent(media)) return prepareMedia(operation, media, body);
  if (operation.media?.required === true) throw refuser(operation, 'media')('is required');
  if (body !== undefined) return prepareData(operation, body);
  if (operation.bodyRequired === true) throw refuser(operation, takesBody ? 'body' : 'media')('is required');
  return undefined;
}

function prepareMedia(operation: Operation<never, unknown>, given: unknown, body: unknown): PreparedBody {
  const refuse = refuser(operation, 'media');
  if (!isMedia(given)) throw refuse('must be a Blob, bytes, a stream, text, or { data, type } with one of these');
  const media = nameMedia(given);
  const type = checkType(mediaTypeOf(media, operation.media?.mediaTypes ?? []), refuse);
  if (media.data instanceof ReadableStream && media.data.locked) throw refuse('is a stream that is already being read');
  if (isAbsent(body)) return { data: media.data, type };
  if (operation.media?.metadata !== true) throw refuser(operation, 'body')('cannot be sent together with `media`');
  const write = writerOf(operation, 'related', refuse);
  return write(toJson(body, refuser(operation, 'body')), { ...media, type });
}

function prepareData(operation: Operation<never, unknown>, body: unknown): PreparedBody | Promise<PreparedBody> {
  const content = chooseContent(operation.body ?? [], body);
  const refuse = refuser(operation, 'body');
  switch (content.kind ?? 'json') {
    case 'json':
      return { data: toJson(body, refuse), type: concrete(content, 'application/json') };
    case 'form':
      return {
        data: writerOf(operation, 'form', refuse)(body, refuse),
        type: concrete(content, 'application/x-www-form-urlencoded'),
      };
    case 'multipart':
      return writerOf(operation, 'multipart', refuse)(body, refuse).then((data) => ({ data, type: undefined }));
    case 'text':
      return { data: toText(body, refuse), type: concrete(content, 'text/plain;charset=UTF-8') };
    case 'binary':
      return prepareBinary(content, body, refuse);
  }
}

function writerOf<K extends keyof BodyWriters>(
  { bodyWriters }: Operation<never, unknown>,
  kind: K,
  refuse: Refuse,
): NonNullable<BodyWriters[K]> {
  const write = bodyWriters?.[kind];
  if (write === undefined) throw refuse(`cannot be written: its operation has no writer of ${kind}`);
  return write;
}

function prepareBinary(content: OperationContent, body: unknown, refuse: Refuse): PreparedBody {
  if (!isMedia(body)) throw refuse('must be a Blob, bytes, a stream, text, or { data, type } with one of these');
  const media: NamedMedia = nameMedia(body);
  return { data: media.data, type: checkType(mediaTypeOf(media, [content.mediaType]), refuse) };
}

/** The media type that fits the value by its class, else the one the spec prefers. */
function chooseContent(contents: readonly OperationContent[], body: unknown): OperationContent {
  const kind = body instanceof FormData ? 'multipart' : body instanceof URLSearchParams ? 'form' : undefined;
  return (
    contents.find((one) => one.kind === kind && kind !== undefined) ?? contents[0] ?? { mediaType: 'application/json' }
  );
}

function concrete(content: OperationContent, fallback: string): string {
  return content.mediaType.includes('*') ? fallback : content.mediaType;
}

function checkType(type: string, refuse: Refuse): string {
  if (/[^\u0020-\u007e]/.test(type)) throw refuse('has a media type that a header cannot carry');
  return type;
}

function refuser(operation: Operation<never, unknown>, property: string): Refuse {
  return (message) => new InvalidParameterError(operation.id, property, message);
}
