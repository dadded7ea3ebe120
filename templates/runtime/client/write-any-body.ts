import type { Operation, OperationContent } from '../operation.js';
import { toJson } from './json-text.js';
import { toText, type Refuse } from './parameter-text.js';
import { readOwn } from './read-own.js';
import { refuser } from './refuser.js';
import { refuseBody, type BodyWriter, type BodyWriters, type PreparedBody } from './write-body.js';
import { bodyOf, typeMedia, writeMedia } from './write-media.js';

/** Writes the body of an operation that takes other media types than JSON. */
export function writeAnyBody(operation: Operation<never, unknown>, params: object): ReturnType<BodyWriter> {
  return writeMedia(operation, params, writeData);
}

function writeData(operation: Operation<never, unknown>, params: object): ReturnType<BodyWriter> {
  const body = readOwn(params, 'body');
  const refuse = refuser(operation, 'body');
  if (body !== undefined) {
    refuseBody(operation);
    return prepareData(operation, body, refuse);
  }
  if (operation.bodyRequired === true) throw refuse('is required');
  return undefined;
}

function prepareData(
  operation: Operation<never, unknown>,
  body: unknown,
  refuse: Refuse,
): PreparedBody | Promise<PreparedBody> {
  const content = chooseContent(operation.body ?? [], body);
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
      return bodyOf(typeMedia(body, [content.mediaType], refuse));
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
