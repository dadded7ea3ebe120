import type { Operation } from '../../operation.js';
import { readOwn } from '../params/read-own.js';
import { refuser } from '../params/refuser.js';
import { toJson } from './json-text.js';
import { type SentBody, sendBody } from './sent-body.js';

/** Writes the body of an operation that takes JSON and nothing else. */
export function writeJson(operation: Operation<never, unknown>, params: object): SentBody | undefined {
  const body = readOwn(params, 'body');
  const refuse = refuser(operation, 'body');
  if (body === undefined) {
    if (operation.bodyRequired === true) throw refuse('is required');
    return undefined;
  }
  refuseBody(operation);
  const type = operation.body?.[0]?.mediaType ?? '*';
  return sendBody({ data: toJson(body, refuse), type: type.includes('*') ? 'application/json' : type });
}

/** Throws where the platform takes no body. */
export function refuseBody(operation: Operation<never, unknown>): void {
  const { method } = operation;
  if (method === 'GET' || method === 'HEAD') throw refuser(operation, 'body')(`cannot be sent with ${method}`);
}
