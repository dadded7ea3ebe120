import type { JsonObject } from '@speccast/runtime';
import { listOf, objectOf, ref } from '../control-schemas.js';

/** An operation of the control plane, as far as they differ. */
export interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  readonly parameters?: readonly JsonObject[];
  readonly body?: JsonObject;
  /** Schema of the response; absent: 204. */
  readonly response?: JsonObject;
  /** Whether the response names the change in `x-mock-undo`. */
  readonly isUndoable?: boolean;
}

const undoHeaders: JsonObject = {
  headers: {
    'x-mock-undo': { description: 'Id of the change for `changes.undo`, if there is one.', schema: { type: 'string' } },
  },
};

/** An operation object. */
export function operation({
  id,
  summary,
  parameters = [],
  body,
  response,
  isUndoable = false,
}: OperationDraft): JsonObject {
  const done = { description: 'Done.', ...(isUndoable ? undoHeaders : {}) };
  const success: JsonObject =
    response === undefined
      ? { '204': done }
      : { '200': { ...done, content: { 'application/json': { schema: response } } } };
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

/** A parameter of the path. */
export function inPath(name: string, description: string): JsonObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** A whole number in the query. */
export function inQuery(name: string, description: string): JsonObject {
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 0 } };
}

/** A string in the query. */
export function stringInQuery(name: string, description: string, values?: readonly string[]): JsonObject {
  return { name, in: 'query', description, schema: { type: 'string', ...(values && { enum: [...values] }) } };
}

/** A header. */
export function inHeader(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

/** Searches. */
export const search: JsonObject = stringInQuery('q', 'Only what has this text somewhere, whatever its case.');
/** Name of a table. */
export const table: JsonObject = inPath('table', 'Name of the table.');
/** Key of a row. */
export const key: JsonObject = inPath('key', 'Key of the row.');
/** How many are wanted. */
export const limit: JsonObject = inQuery('limit', 'Most items that are wanted. Default: 100.');

/** The schema of a list. */
export function items(name: string): JsonObject {
  return objectOf('All of them.', { items: listOf(ref(name)) }, ['items']);
}
