import { expandPath, writeHeader, writeJson } from '@speccast/runtime';
import type { Operation, Service } from '@speccast/runtime';
import type { ToolPackage } from '@speccast/runtime/tools';

const service: Service = {
  name: 'pet-store',
  version: '1',
  baseUrl: 'https://pets.example/v1',
  security: {
    key: { kind: 'apiKey', in: 'query', name: 'key' },
    token: { kind: 'bearer', oauth2: true },
    login: { kind: 'basic' },
  },
};

const update: Operation<never, unknown> = {
  id: 'pets.update',
  method: 'PUT',
  path: '/pets/{petId}',
  parameters: [
    { name: 'petId', in: 'path', required: true },
    { name: 'title', in: 'query' },
    { name: 'tags', in: 'query', type: 'array' },
    { name: 'count', in: 'query', type: 'integer' },
    { name: 'isFunny', in: 'query', type: 'boolean' },
    { name: 'limit', in: 'query', type: 'integer' },
    { name: 'x-kind', in: 'header' },
  ],
  expandPath,
  body: [{ mediaType: 'application/json' }],
  writeBody: writeJson,
  writers: { header: writeHeader },
  auth: ['key', 'token'],
};

const list: Operation<never, unknown> = {
  id: 'shops.pets.list',
  method: 'GET',
  path: '/shops/{shop}/pets',
  parameters: [
    { name: 'shop', in: 'path', required: true },
    { name: 'page', in: 'query' },
  ],
  expandPath,
  paging: { items: 'pets', token: { parameter: 'page', property: 'next' }, keeps: ['next'] },
  auth: [],
};

const remove: Operation<never, unknown> = {
  id: 'pets.delete',
  method: 'DELETE',
  path: '/pets/{petId}',
  parameters: [{ name: 'petId', in: 'path', required: true }],
  expandPath,
  responses: [{ status: '204' }],
  auth: ['login'],
};

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    name: { type: 'string', description: 'What it is called.\u001b[31m' },
    title: { type: 'string' },
    kind: { enum: ['cat', 'dog', 'fish'] },
    isShy: { type: 'boolean' },
    weight: { type: 'number' },
    chip: { type: 'integer', format: 'int64' },
    nicknames: { type: 'array', items: { type: 'string' } },
    owner: { type: 'object', properties: { firstName: { type: 'string' }, pet: { $ref: '#/components/schemas/Pet' } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

const parameter = (name: string, location: string, schema: object, required = false): object => ({
  name,
  in: location,
  required,
  schema,
});
const text = { type: 'string' };

/** A package as surfaces have it, made by hand: parameters and properties of every type, and names that meet. */
export const petTools: ToolPackage = {
  name: '@acme/pet-store',
  command: 'pet-store',
  service,
  operations: { 'pets.update': update, 'pets.delete': remove, 'shops.pets.list': list },
  // JSON, as it would be read from a file.
  document: JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets\u001b]0;title\u0007', version: '1', summary: 'All about pets.' },
      paths: {
        '/pets/{petId}': {
          put: {
            operationId: 'pets.update',
            summary: 'Changes a pet.',
            description: `Long. ${'Very long. '.repeat(500)}`,
            parameters: [
              parameter('petId', 'path', text, true),
              parameter('title', 'query', text),
              parameter('tags', 'query', { type: 'array', items: text }),
              parameter('count', 'query', { type: 'integer', minimum: 1, maximum: 9_000 }),
              parameter('isFunny', 'query', { type: 'boolean' }),
              parameter('limit', 'query', { type: 'integer' }),
              parameter('x-kind', 'header', { type: 'string', enum: ['cat', 'dog'] }),
            ],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
            responses: { 200: { description: 'Done.' } },
          },
          delete: {
            operationId: 'pets.delete',
            summary: 'Deletes a pet.',
            parameters: [parameter('petId', 'path', text, true)],
            responses: { 204: { description: 'Done.' } },
          },
        },
        '/shops/{shop}/pets': {
          get: {
            operationId: 'shops.pets.list',
            summary: 'Lists pets.',
            parameters: [parameter('shop', 'path', text, true), parameter('page', 'query', text)],
            responses: {
              200: {
                description: 'Pets.',
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
      components: { schemas: { Pet: pet } },
    }),
  ),
};
