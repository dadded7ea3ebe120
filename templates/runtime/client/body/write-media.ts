import type { Operation, BodyWriter } from '../../operation.js';
import { isAbsent, type Refuse } from '../params/parameter-text.js';
import { readOwn } from '../params/read-own.js';
import { refuser } from '../params/refuser.js';
import { toJson } from './json-text.js';
import { isMediaSource, mediaTypeOf, nameMedia, type NamedMedia } from './media.js';
import { openLater } from './open-later.js';
import { type UploadPlace, sendBody, type PreparedBody } from './sent-body.js';
import { refuseBody, writeJson } from './write-body.js';

/** Media whose type is found. */
export type TypedMedia = NamedMedia & { readonly type: string };

/** Writes the body of an operation that takes bytes, or JSON, or both; `writeData` writes what comes without bytes. */
export function writeMedia(
  operation: Operation<never, unknown>,
  params: object,
  writeData: BodyWriter = writeJson,
): ReturnType<BodyWriter> {
  const given = operation.media && readOwn(params, 'media');
  const takesBody = operation.body ?? operation.media?.metadata;
  if (isAbsent(given)) {
    if (operation.media?.required || (operation.bodyRequired && !takesBody))
      throw refuser(operation, 'media')('is required');
    return takesBody ? writeData(operation, params) : undefined;
  }
  refuseBody(operation);
  const media = readMedia(operation, given);
  const body = takesBody && readOwn(params, 'body');
  const prepared = isAbsent(body) ? bodyOf(media) : writeRelated(operation, body, media);
  return sendBody({ ...prepared, place: placeOf(operation, params) });
}

/** Bytes may go to another place than JSON does: one that keeps the base's path, or has a path of its own. */
export function placeOf(
  operation: Operation<never, unknown>,
  params: object,
  uploadType: string = isAbsent(readOwn(params, 'body')) ? 'media' : 'multipart',
): UploadPlace {
  const { upload: prefix, uploadPath } = operation.media ?? {};
  if (prefix === undefined && uploadPath === undefined) return {};
  return {
    ...(prefix !== undefined && { prefix }),
    ...(uploadPath && { path: operation.expandPath?.(operation, params, uploadPath) ?? uploadPath }),
    // Who names a type of upload as a parameter wants that one.
    ...(isAbsent(readOwn(params, 'uploadType')) && { query: `uploadType=${uploadType}` }),
  };
}

function writeRelated(operation: Operation<never, unknown>, body: unknown, media: TypedMedia): PreparedBody {
  const refuse = refuser(operation, 'body');
  const write = operation.media?.metadata && operation.bodyWriters?.related;
  if (!write) throw refuse('cannot be sent together with `media`');
  return write(toJson(body, refuse), media);
}

/** Checks what is given as media, and finds its type. */
export function readMedia(operation: Operation<never, unknown>, given: unknown): TypedMedia {
  return typeMedia(given, operation.media?.mediaTypes ?? [], refuser(operation, 'media'));
}

/** Checks bytes, and finds their type. */
export function typeMedia(given: unknown, accepted: readonly string[], refuse: Refuse): TypedMedia {
  const media = nameMedia(given);
  if (!media) throw refuse('must be a Blob, bytes, a stream, text, or { data, type }');
  if (media.data instanceof ReadableStream && media.data.locked) throw refuse('is a stream that is being read');
  const type = mediaTypeOf(media, accepted);
  if (/[^\u0020-\u007e]/.test(type)) throw refuse('has a type that a header cannot carry');
  return { ...media, type };
}

/** Bytes by themselves as a body. */
export function bodyOf({ data, type }: TypedMedia): PreparedBody {
  return { data: isMediaSource(data) ? openLater((offset) => data.open(offset)) : data, type };
}
