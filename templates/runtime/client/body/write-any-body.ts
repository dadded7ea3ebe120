import type { Operation, OperationContent, BodyWriter } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import { toStringValue } from '../params/serialize.js';
import { isPlainObject, readOwn } from '../params/values.js';
import { toJson } from './json-text.js';
import { nameMedia } from './media.js';
import { sendBody } from './sent-body.js';
import { checkBody, prepareMedia, typeMedia, writeMedia } from './write-body.js';

/** Writes the body of an operation that accepts other media types than JSON. */
export const writeAnyBody: BodyWriter = (operation, params) =>
  writeMedia(operation, params, async () => {
    const body = checkBody(operation, params);
    return body === undefined ? undefined : sendBody(await prepareBody(operation, params, body));
  });

async function prepareBody(operation: Operation, params: object, body: unknown) {
  const content = chooseContent(operation, params);
  const { kind, mediaType } = content;
  const invalid = parameterError(operation, 'body');
  const concrete = (fallback: string) => (mediaType.includes('*') ? fallback : mediaType);
  const reject = (): never => {
    throw invalid(`cannot be written: the operation has no writer for ${kind}`);
  };
  switch (kind) {
    case 'form': {
      const data = (operation.bodyWriters?.form ?? reject)(body, invalid, content);
      return { data, type: concrete('application/x-www-form-urlencoded') };
    }
    case 'multipart': {
      const data = await (operation.bodyWriters?.multipart ?? reject)(body, invalid, content);
      // `FormData` gets its type, with a boundary, when it is sent.
      return data instanceof FormData ? { data, type: undefined } : data;
    }
    case 'text':
      return { data: toStringValue(body, invalid), type: concrete('text/plain;charset=UTF-8') };
    case 'xml':
      return { data: (operation.xml?.write ?? reject)(body, content, invalid), type: concrete('application/xml') };
    case 'binary':
      return prepareMedia(typeMedia(body, [mediaType], invalid));
    default:
      return { data: toJson(body, invalid), type: concrete('application/json') };
  }
}

/** Chooses the media type of a body: the parameter `contentType`, or one for the class of the value, or the first in the spec. */
export function chooseContent(operation: Operation, params: object): OperationContent {
  const { body: contents = [] } = operation;
  const stated = contents.length > 1 ? readOwn(params, 'contentType') : undefined;
  if (stated !== undefined) {
    const found = contents.find((one) => one.mediaType === stated);
    if (found) return found;
    const types = contents.map((one) => one.mediaType).join(', ');
    throw parameterError(operation, 'contentType')(`must be one of ${types}`);
  }
  const body = readOwn(params, 'body');
  // Bytes cannot be written as JSON.
  const members = isPlainObject(body) ? Object.values(body).flat() : [];
  const hasBytes = members.some((one) => typeof nameMedia(one)?.data === 'object');
  let kind: OperationContent['kind'];
  if (hasBytes || body instanceof FormData) kind = 'multipart';
  else if (body instanceof URLSearchParams) kind = 'form';
  else if (typeof body === 'string') kind = 'text';
  return (kind && contents.find((one) => one.kind === kind)) ?? contents[0] ?? { mediaType: 'application/json' };
}
