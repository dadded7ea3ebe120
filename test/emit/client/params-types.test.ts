import { expect, test } from 'vitest';
import { checkTypes } from './check-types.js';

const fields = { $ref: '#/components/parameters/fields' };
const parent = { name: 'parent', in: 'path', required: true, schema: { type: 'string' } };
const responses = {
  '200': { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Film' } } } },
};

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Films', version: '1' },
  servers: [{ url: '/v1' }, { url: 'https://{host}/films/v1', variables: { host: { default: 'films.example' } } }],
  paths: {
    '/{parent=studios/*}/films': {
      get: {
        operationId: 'studios.films.list',
        parameters: [parent, fields, { name: 'order', in: 'query', schema: { enum: ['date', 'title'] } }],
        responses,
      },
      post: { operationId: 'studios.films.insert', parameters: [parent, fields], responses },
    },
    '/{name=studios/*/films/*}': {
      get: { operationId: 'films.get', parameters: [{ ...parent, name: 'name' }, fields], responses },
    },
    '/ping': { get: { operationId: 'films.count', parameters: [fields], responses } },
  },
  components: {
    parameters: { fields: { name: 'fields', in: 'query', schema: { type: 'string' } } },
    schemas: {
      Film: { type: 'object', properties: { name: { type: 'string', pattern: '^studios/[^/]+/films/[^/]+$' } } },
    },
  },
});

const consumer = `
import { createFilms, type CommonParams, type StudiosFilmsListParams } from './index.js';

const client = createFilms();
const common: CommonParams = { fields: 'name' };

export async function calls(id: string, anything: string): Promise<void> {
  const listed = await client.studios.films.list({ parent: \`studios/\${id}\`, ...common, order: 'date' });
  await client.studios.films.insert({ parent: 'studios/a' });
  if (listed.name !== undefined) await client.films.get({ name: listed.name, fields: undefined });
  await client.films.count();
  await client.films.count({ fields: 'name' });
  const params: StudiosFilmsListParams = { parent: 'studios/a', fields: 'name' };
  await client.studios.films.list(params);
  // @ts-expect-error -- an id alone is no resource name
  await client.studios.films.list({ parent: 'a' });
  // @ts-expect-error -- neither is a text of which nothing is known
  await client.studios.films.list({ parent: anything });
  // @ts-expect-error -- the name of a film has two ids
  await client.films.get({ name: 'studios/a' });
  // @ts-expect-error -- only these orders can be sent
  await client.studios.films.list({ parent: 'studios/a', order: 'length' });
  // @ts-expect-error -- what all operations take is text here, too
  await client.films.count({ fields: 1 });
}
`;

test('the params of emitted code take what their service takes, and no more', () => {
  expect(checkTypes('films', spec, consumer).errors).toEqual([]);
});
