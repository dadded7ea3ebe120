import { expect, test } from 'vitest';
import { generate } from 'speccast';

const spec = `openapi: 3.1.0
info: { title: Hooks, version: '1' }
servers: [{ url: https://api.example.com/v1 }]
x-endpoints:
  follow:
    post: { perform: follow }
  /feeds/{id}:
    get: { perform: feed }
  /feeds?id=1:
    get: { perform: feed }
  /v1/hooks/latest:
    get: { perform: feed }
  /__mock/feeds:
    get: { perform: feed }
  /fine:
    get: { perform: feed }
x-listeners:
  - { of: hocks, on: [insert], action: { perform: tell } }
paths:
  /hooks/{id}:
    get:
      operationId: getHook
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Hook' } } } } }
  /hooks:
    get:
      operationId: listHooks
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Hook' } } } } } }
components:
  schemas:
    Hook: { type: object, properties: { id: { type: string } } }
`;

test('endpoints and listeners that no request or row can reach are reported at their positions', async () => {
  const { diagnostics } = await generate({ spec: { file: 'spec.yaml', text: spec }, packageName: '@acme/hooks' });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message, at }) => `${at.line}:${at.column} ${code}: ${message}`)).toEqual([
    '5:3 invalid-extension: the path "follow" of an endpoint must begin with "/" and have no variables and no query',
    '7:3 invalid-extension: the path "/feeds/{id}" of an endpoint must begin with "/" and have no variables and no query',
    '9:3 invalid-extension: the path "/feeds?id=1" of an endpoint must begin with "/" and have no variables and no query',
    '11:3 invalid-extension: the path "/v1/hooks/latest" of an endpoint belongs to the operation "getHook", which receives its requests',
    '13:3 invalid-extension: the path "/__mock/feeds" of an endpoint is used by the emulator itself',
    '18:11 unknown-table: no schema is stored in the table "hocks"; did you mean "hooks"?',
  ]);
});
