import type { Operation, BodyWriter } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import type { ToError } from '../params/serialize.js';
import { readOwn, isAbsent } from '../params/values.js';
import { toJson } from './json-text.js';
import { isMediaSource, mediaTypeOf, nameMedia, type NamedMedia, openLater } from './media.js';
import { type SentBody, sendBody, type UploadTarget, type PreparedBody } from './sent-body.js';

/** Writes the body of an operation that takes JSON and nothing else. */
export function writeJson(operation: Operation<never, unknown>, params: object): SentBody | undefined {
  const body = readOwn(params, 'body');
  const invalid = parameterError(operation, 'body');
  if (body === undefined) {
    if (operation.bodyRequired === true) throw invalid('is required');
    return undefined;
  }
  checkMethod(operation);
  const type = operation.body?.[0]?.mediaType ?? '*';
  return sendBody({ data: toJson(body, invalid), type: type.includes('*') ? 'application/json' : type });
}

/** Throws where the platform takes no body. */
export function checkMethod(operation: Operation<never, unknown>): void {
  const { method } = operation;
  if (method === 'GET' || method === 'HEAD') throw parameterError(operation, 'body')(`cannot be sent with ${method}`);
}

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
      throw parameterError(operation, 'media')('is required');
    return takesBody ? writeData(operation, params) : undefined;
  }
  checkMethod(operation);
  const media = readMedia(operation, given);
  const body = takesBody && readOwn(params, 'body');
  const prepared = isAbsent(body) ? bodyOf(media) : writeRelated(operation, body, media);
  return sendBody({ ...prepared, target: targetOf(operation, params) });
}

/** Bytes may go to another address than JSON does: one that keeps the base's path, or has a path of its own. */
export function targetOf(
  operation: Operation<never, unknown>,
  params: object,
  uploadType: string = isAbsent(readOwn(params, 'body')) ? 'media' : 'multipart',
): UploadTarget {
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
  const invalid = parameterError(operation, 'body');
  const write = operation.media?.metadata && operation.bodyWriters?.related;
  if (!write) throw invalid('cannot be sent together with `media`');
  return write(toJson(body, invalid), media);
}

/** Checks what is given as media, and finds its type. */
export function readMedia(operation: Operation<never, unknown>, given: unknown): TypedMedia {
  return typeMedia(given, operation.media?.mediaTypes ?? [], parameterError(operation, 'media'));
}

/** Checks bytes, and finds their type. */
export function typeMedia(given: unknown, accepted: readonly string[], invalid: ToError): TypedMedia {
  const media = nameMedia(given);
  if (!media) throw invalid('must be a Blob, bytes, a stream, text, or { data, type }');
  if (media.data instanceof ReadableStream && media.data.locked) throw invalid('is a stream that is being read');
  const type = mediaTypeOf(media, accepted);
  if (/[^\u0020-\u007e]/.test(type)) throw invalid('has a type that a header cannot carry');
  return { ...media, type };
}

/** Bytes by themselves as a body. */
export function bodyOf({ data, type }: TypedMedia): PreparedBody {
  return { data: isMediaSource(data) ? openLater((offset) => data.open(offset)) : data, type };
}
