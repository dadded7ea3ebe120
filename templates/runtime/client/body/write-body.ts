import type { Operation, BodyWriter } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import type { ToError } from '../params/serialize.js';
import { readOwn, isAbsent } from '../params/values.js';
import { toJson } from './json-text.js';
import { chooseMediaType, isMediaSource, nameMedia, type NamedMedia } from './media.js';
import { openLater } from './pull-stream.js';
import { sendBody, type UploadTarget, type PreparedBody } from './sent-body.js';

/** Writes the body of an operation that accepts only JSON. */
export const writeJson: BodyWriter = (operation, params) => {
  const body = checkBody(operation, params);
  if (body === undefined) return undefined;
  const type = operation.body?.[0]?.mediaType ?? '*';
  const data = toJson(body, parameterError(operation, 'body'));
  return sendBody({ data, type: type.includes('*') ? 'application/json' : type });
};

/** Returns the body of a call; throws `InvalidParameterError` if it is missing, or if its method cannot have one. */
export function checkBody(operation: Operation, params: object): unknown {
  const body = readOwn(params, 'body');
  if (body !== undefined) checkMethod(operation);
  else if (operation.bodyRequired) throw parameterError(operation, 'body')('is required');
  return body;
}

/** Throws `InvalidParameterError` for `GET` and `HEAD`, with which `fetch` sends no body. */
function checkMethod(operation: Operation) {
  const { method } = operation;
  if (method === 'GET' || method === 'HEAD') throw parameterError(operation, 'body')(`cannot be sent with ${method}`);
}

/** Media with a known type. */
export type TypedMedia = NamedMedia & { readonly type: string };

/** Writes the body of an operation that accepts bytes, JSON or both; `writeData` writes bodies without bytes. */
export function writeMedia(
  operation: Operation,
  params: object,
  writeData: BodyWriter = writeJson,
): ReturnType<BodyWriter> {
  const { media, body: contents, bodyRequired, bodyWriters } = operation;
  const value = media && readOwn(params, 'media');
  const takesBody = contents ?? media?.metadata;
  if (isAbsent(value)) {
    if (media?.required || (bodyRequired && !takesBody)) throw parameterError(operation, 'media')('is required');
    return takesBody ? writeData(operation, params) : undefined;
  }
  checkMethod(operation);
  const typed = readMedia(operation, value);
  const body = takesBody && readOwn(params, 'body');
  let prepared = prepareMedia(typed);
  if (!isAbsent(body)) {
    const invalid = parameterError(operation, 'body');
    const write = media?.metadata && bodyWriters?.related;
    if (!write) throw invalid('cannot be sent together with `media`');
    prepared = write(toJson(body, invalid), typed);
  }
  return sendBody({ ...prepared, target: chooseTarget(operation, params) });
}

/** Returns the address for bytes: `{}` for that of JSON, a prefix of its path, or a path of its own. */
export function chooseTarget(
  operation: Operation,
  params: object,
  uploadType: string = isAbsent(readOwn(params, 'body')) ? 'media' : 'multipart',
): UploadTarget {
  const { upload: prefix, uploadPath } = operation.media ?? {};
  if ((prefix ?? uploadPath) === undefined) return {};
  return {
    prefix,
    path: uploadPath && (operation.expandPath?.(operation, params, uploadPath) ?? uploadPath),
    // The parameter `uploadType` of the caller replaces this one.
    query: isAbsent(readOwn(params, 'uploadType')) ? `uploadType=${uploadType}` : undefined,
  };
}

/** Returns the media of a call with their type; throws `InvalidParameterError` if they are not media. */
export function readMedia(operation: Operation, value: unknown): TypedMedia {
  return typeMedia(value, operation.media?.mediaTypes ?? [], parameterError(operation, 'media'));
}

/** Returns media with their type; throws an error of `invalid` if they are not media. */
export function typeMedia(value: unknown, accepted: readonly string[], invalid: ToError): TypedMedia {
  const media = nameMedia(value);
  if (!media) throw invalid('must be a Blob, bytes, a stream, text, or { data, type }');
  if (media.data instanceof ReadableStream && media.data.locked) throw invalid('is a stream that is being read');
  const type = chooseMediaType(media, accepted);
  if (/[^\u0020-\u007e]/.test(type)) throw invalid('has a type with characters that headers cannot contain');
  return { ...media, type };
}

/** Creates a body that consists of bytes only. */
export function prepareMedia({ data, type }: TypedMedia): PreparedBody {
  return { data: isMediaSource(data) ? openLater((offset) => data.open(offset)) : data, type };
}
