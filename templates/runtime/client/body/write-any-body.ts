import type { Operation, OperationContent, BodyWriter, BodyWriters } from '../../operation.js';
import { parameterError } from '../errors/errors.js';
import { toStringValue, type ToError } from '../params/serialize.js';
import { isPlainObject, readOwn } from '../params/values.js';
import { toJson } from './json-text.js';
import { nameMedia } from './media.js';
import { sendBody, type PreparedBody, type SentBody } from './sent-body.js';
import { checkMethod, bodyOf, typeMedia, writeMedia } from './write-body.js';

/** Writes the body of an operation that takes other media types than JSON. */
export function writeAnyBody(operation: Operation<never, unknown>, params: object): ReturnType<BodyWriter> {
  return writeMedia(operation, params, writeData);
}

async function writeData(operation: Operation<never, unknown>, params: object): Promise<SentBody | undefined> {
  const body = readOwn(params, 'body');
  const invalid = parameterError(operation, 'body');
  if (body !== undefined) {
    checkMethod(operation);
    return sendBody(await prepareData(operation, chooseContent(operation, params), body, invalid));
  }
  if (operation.bodyRequired === true) throw invalid('is required');
  return undefined;
}

function prepareData(
  operation: Operation<never, unknown>,
  content: OperationContent,
  body: unknown,
  invalid: ToError,
): PreparedBody | Promise<PreparedBody> {
  switch (content.kind) {
    case 'form':
      return {
        data: writerOf(operation, 'form', invalid)(body, invalid, content),
        type: concrete(content, 'application/x-www-form-urlencoded'),
      };
    case 'multipart':
      return writerOf(operation, 'multipart', invalid)(body, invalid, content).then(prepared);
    case 'text':
      return { data: toStringValue(body, invalid), type: concrete(content, 'text/plain;charset=UTF-8') };
    case 'xml':
      return { data: writeXml(operation, body, invalid, content), type: concrete(content, 'application/xml') };
    case 'binary':
      return bodyOf(typeMedia(body, [content.mediaType], invalid));
    default:
      return { data: toJson(body, invalid), type: concrete(content, 'application/json') };
  }
}

function writeXml(
  { xml }: Operation<never, unknown>,
  body: unknown,
  invalid: ToError,
  content: OperationContent,
): string {
  if (xml === undefined) throw invalid('cannot be written: its operation has no writer of xml');
  return xml.write(body, content, invalid);
}

/** Form data gets its boundary when it is sent. */
function prepared(data: FormData | PreparedBody): PreparedBody {
  return data instanceof FormData ? { data, type: undefined } : data;
}

function writerOf<K extends keyof BodyWriters>(
  { bodyWriters }: Operation<never, unknown>,
  kind: K,
  invalid: ToError,
): NonNullable<BodyWriters[K]> {
  const write = bodyWriters?.[kind];
  if (write === undefined) throw invalid(`cannot be written: its operation has no writer of ${kind}`);
  return write;
}

function concrete(content: OperationContent, fallback: string): string {
  return content.mediaType.includes('*') ? fallback : content.mediaType;
}

/** The media type of a call's body: what its `contentType` says, else what fits the value by its class, else what the spec prefers. */
export function chooseContent(operation: Operation<never, unknown>, params: object): OperationContent {
  const { body: contents = [] } = operation;
  const stated = contents.length > 1 ? readOwn(params, 'contentType') : undefined;
  if (stated !== undefined) {
    const found = contents.find((one) => one.mediaType === stated);
    if (found === undefined)
      throw parameterError(
        operation,
        'contentType',
      )(`must be one of ${contents.map((one) => one.mediaType).join(', ')}`);
    return found;
  }
  const kind = kindOf(readOwn(params, 'body'));
  return (
    contents.find((one) => kind !== undefined && one.kind === kind) ?? contents[0] ?? { mediaType: 'application/json' }
  );
}

function kindOf(body: unknown): OperationContent['kind'] {
  if (body instanceof FormData || holdsBytes(body)) return 'multipart';
  if (body instanceof URLSearchParams) return 'form';
  return typeof body === 'string' ? 'text' : undefined;
}

/** Whether a member of an object is bytes, which JSON would lose. */
function holdsBytes(body: unknown): boolean {
  const members = isPlainObject(body) ? Object.values(body).flat() : [];
  return members.some((one) => typeof one === 'object' && typeof (nameMedia(one)?.data ?? '') === 'object');
}
