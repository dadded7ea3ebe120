import type { JsonObject } from '@speccast/runtime';
import type { ControlOperation, ControlOperations, ControlRoute } from './input/controlled-emulator.js';
import { controlSchemas } from './document/control-schemas.js';
import { inHeader, inQuery, text, toSchema } from './document/draft-schema.js';
import { openEvents } from './events/open-events.js';
import { journalOperations } from './operations/journal-operations.js';
import { rowOperations } from './operations/row-operations.js';
import { stateOperations } from './operations/state-operations.js';
import { testOperations } from './operations/test-operations.js';
import { timeOperations } from './operations/time-operations.js';
import { tokenOperations } from './operations/token-operations.js';
import { webhookOperations } from './operations/webhook-operations.js';

/** The response of `GET /__mock/ready`, which needs no token. */
export const readyResponse: JsonObject = { status: 'ok' };

const operations: ControlOperations = {
  'ready.get GET /ready': {
    summary: 'Responds as soon as the emulator takes requests. Needs no token, under any host name.',
    response: 'Ready',
    run: () => readyResponse,
  },
  ...stateOperations,
  ...rowOperations,
  ...timeOperations,
  ...testOperations,
  ...journalOperations,
  ...tokenOperations,
  ...webhookOperations,
  'events.open GET /events': {
    summary:
      'Server-sent events that do not end: `entry` (as in `journal.list` with `view=summary`), `cleared` (of the journal), `state` (tables with their number of rows and a version, faults, worlds) and `clock`.',
    parameters: [
      inQuery('limit', 'Maximum number of earlier entries without Last-Event-ID. Default: 100.'),
      inHeader('Last-Event-ID', 'Id of the last event that was received: only later entries are sent.'),
    ],
    sends: { description: 'The events.', content: { 'text/event-stream': { schema: text } } },
    run: openEvents,
  },
  'documents.control GET /openapi.json': {
    summary: 'The OpenAPI document of this API.',
    response: 'Report',
    run: () => controlDocument,
  },
  'documents.service GET /service.json': {
    summary: 'The OpenAPI document of the service.',
    response: 'Report',
    run: ({ document }) => document(),
  },
};

/** The operations of the control plane, from which its document and its routes are made. */
export const controlOperations: readonly ControlRoute[] = Object.entries(operations).map(([key, declared]) => {
  const [id = '', method = '', path = ''] = key.split(' ');
  return { ...declared, id, operation: { method, path } };
});

/** Default descriptions of the variables in paths. */
const usualVariables: ControlOperation['variables'] = {
  table: 'Name of the table.',
  key: 'Key of the row.',
  name: 'Its name.',
  id: 'Its id.',
  number: 'Its number.',
};

/** The OpenAPI document of the control plane. */
export const controlDocument: JsonObject = writeDocument(controlOperations);

/** Writes the OpenAPI document of the control plane. */
function writeDocument(operations: readonly ControlRoute[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of operations) {
    const { method, path } = route.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Emulator Control',
      version: 'v1',
      summary: 'State, time, faults, journal and coverage of a running emulator.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/__mock' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of the control plane.' } },
      parameters: {
        World: {
          name: 'x-mock-world',
          in: 'header',
          description: 'Name of the world that the request is for; absent: the base world.',
          schema: text,
        },
      },
      schemas: controlSchemas,
    },
  };
}

function describeOperation(route: ControlRoute): JsonObject {
  const { id, summary, variables, parameters = [], body, response, sends, isUndoable } = route;
  const inJson = (schema: JsonObject | string): JsonObject => ({
    content: { 'application/json': { schema: toSchema(schema) } },
  });
  const inPath = Array.from(route.operation.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: { ...usualVariables, ...variables }[name] ?? '',
    schema: text,
  }));
  const undo = { description: 'Id of the change for `changes.undo`, if there is one.', schema: text };
  return {
    operationId: id,
    summary,
    parameters: [{ $ref: '#/components/parameters/World' }, ...inPath, ...parameters],
    ...(body && { requestBody: { required: true, ...inJson(body) } }),
    responses: {
      [response || sends ? '200' : '204']: {
        description: 'Done.',
        ...sends,
        ...(response && inJson(response)),
        ...(isUndoable && { headers: { 'x-mock-undo': undo } }),
      },
      '4XX': { description: 'The request was rejected.', ...inJson('Problem') },
    },
  };
}
