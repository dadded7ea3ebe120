import type { JsonObject } from '@speccast/runtime';
import { listOf, objectOf, ref } from './control-schemas.js';

/** What an operation of the document is made from. */
interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  readonly parameters?: readonly JsonObject[];
  readonly body?: JsonObject;
  /** Schema of the response; absent: 204. */
  readonly response?: JsonObject;
}

/** An operation of the document. */
export function operation({ id, summary, parameters = [], body, response }: OperationDraft): JsonObject {
  const success: JsonObject =
    response === undefined
      ? { '204': { description: 'Done.' } }
      : { '200': { description: 'Done.', content: { 'application/json': { schema: response } } } };
  return {
    operationId: id,
    summary,
    parameters: [{ $ref: '#/components/parameters/World' }, ...parameters],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...success,
      '4XX': { description: 'The request was rejected.', content: { 'application/json': { schema: ref('Problem') } } },
    },
  };
}

/** A variable of a path. */
export function inPath(name: string, description: string): JsonObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** A whole number in the query. */
export function inQuery(name: string, description: string): JsonObject {
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 0 } };
}

/** How many items are wanted. */
export const limit: JsonObject = inQuery('limit', 'Most items that are wanted. Default: 100.');

/** A response with all items of a schema. */
export function items(name: string): JsonObject {
  return objectOf('All of them.', { items: listOf(ref(name)) }, ['items']);
}
