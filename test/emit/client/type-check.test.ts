import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const spec = `
openapi: 3.1.0
info: { title: Things, version: '1' }
servers: [{ url: https://things.example }]
security: [{ token: [] }]
paths:
  /things:
    get:
      operationId: things.list
      x-open-parameters: true
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: Things., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } }
    post:
      operationId: things.insert
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: things.delete, responses: { '204': { description: Gone. } } }
  /things/{id}/picture:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: things.pictures.get, responses: { '200': { description: It., content: { image/png: {} } } } }
    put:
      operationId: things.pictures.set
      requestBody: { required: true, content: { image/*: {} } }
      responses: { '204': { description: Done. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: string, readOnly: true }
        kind: { enum: [large, small] }
        parent: { $ref: '#/components/schemas/Thing' }
      additionalProperties: true
    Error: { type: object, properties: { size: { type: integer } }, additionalProperties: { type: integer } }
`;

const consumer = `
import { ApiError, bearer, createThings } from './index.js';
import type { Thing, ThingInput } from './index.js';
import { createCore, thingsInsert } from './operations.js';
const client = createThings({ auth: bearer('t') });
export async function run(): Promise<void> {
  const things: readonly Thing[] = await client.things.list();
  await client.things.list({ size: 3, further: 'one' });
  const input: ThingInput = { kind: 'large' };
  const made: Thing = await thingsInsert(createCore(), { body: input });
  const nothing: void = await client.things.delete({ id: made.id });
  const text: string = await client.things.pictures.get({ id: made.id }).text();
  await client.things.pictures.set({ id: made.id, media: new Uint8Array(1) });
  // @ts-expect-error -- the size is a number
  await client.things.list({ size: 'x' });
  // @ts-expect-error -- the id is required
  await client.things.delete({});
  // @ts-expect-error -- only the parameter of the path is known
  await client.things.delete({ id: 'x', further: 'one' });
  // @ts-expect-error -- media is required
  await client.things.pictures.set({ id: 'x' });
  console.log(things, nothing, text, ApiError);
}
`;

test('emitted code passes the strict compiler, and rejects wrong calls', async () => {
  expect((await checkTypes('things', spec, consumer)).errors).toEqual([]);
});
