import type { JsonObject } from '@speccast/runtime';
import type { ControlOperation, ControlRoute } from '../input/controlled-emulator.js';
import { controlSchemas } from './control-schemas.js';
import { text, toSchema } from './draft-schema.js';

/** Descriptions of variables, for operations that have none of their own. */
const usualVariables: ControlOperation['variables'] = {
  table: 'Name of the table.',
  key: 'Key of the row.',
  name: 'Its name.',
  id: 'Its id.',
  number: 'Its number.',
};

/** Writes the OpenAPI document of the control plane. */
export function writeDocument(operations: readonly ControlRoute[]): JsonObject {
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
          description: 'Name of the world that the request is for; absent: the base.',
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
