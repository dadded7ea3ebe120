import type { Operation, OperationContent, BodyWriter, BodyWriters } from '../../operation.js';
import { toText, type Refuse } from '../params/parameter-text.js';
import { readOwn } from '../params/read-own.js';
import { refuser } from '../params/refuser.js';
import { chooseContent } from './choose-content.js';
import { toJson } from './json-text.js';
import { sendBody, type PreparedBody, type SentBody } from './sent-body.js';
import { refuseBody } from './write-body.js';
import { bodyOf, typeMedia, writeMedia } from './write-media.js';

/** Writes the body of an operation that takes other media types than JSON. */
export function writeAnyBody(operation: Operation<never, unknown>, params: object): ReturnType<BodyWriter> {
  return writeMedia(operation, params, writeData);
}

async function writeData(operation: Operation<never, unknown>, params: object): Promise<SentBody | undefined> {
  const body = readOwn(params, 'body');
  const refuse = refuser(operation, 'body');
  if (body !== undefined) {
    refuseBody(operation);
    return sendBody(await prepareData(operation, chooseContent(operation, params), body, refuse));
  }
  if (operation.bodyRequired === true) throw refuse('is required');
  return undefined;
}

function prepareData(
  operation: Operation<never, unknown>,
  content: OperationContent,
  body: unknown,
  refuse: Refuse,
): PreparedBody | Promise<PreparedBody> {
  switch (content.kind) {
    case 'form':
      return {
        data: writerOf(operation, 'form', refuse)(body, refuse, content),
        type: concrete(content, 'application/x-www-form-urlencoded'),
      };
    case 'multipart':
      return writerOf(operation, 'multipart', refuse)(body, refuse, content).then(prepared);
    case 'text':
      return { data: toText(body, refuse), type: concrete(content, 'text/plain;charset=UTF-8') };
    case 'binary':
      return bodyOf(typeMedia(body, [content.mediaType], refuse));
    default:
      return { data: toJson(body, refuse), type: concrete(content, 'application/json') };
  }
}

/** Form data gets its boundary when it is sent. */
function prepared(data: FormData | PreparedBody): PreparedBody {
  return data instanceof FormData ? { data, type: undefined } : data;
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

function concrete(content: OperationContent, fallback: string): string {
  return content.mediaType.includes('*') ? fallback : content.mediaType;
}
