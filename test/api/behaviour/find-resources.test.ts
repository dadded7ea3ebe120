import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { answering, apiOf, findResources, sending } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const pet = data<Json>('pet');

const ref = { $ref: '#/components/schemas/Pet' };

function found(paths: JsonObject, Pet: Json = pet): unknown {
  const { resources, behaviours } = findResources(apiOf({ paths, components: { schemas: { Pet } } }));
  return {
    tables: resources.map(({ table, rules, model }) => [table, rules, model?.name]),
    behaviours: Object.fromEntries(behaviours),
  };
}

const parameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

const list = {
  operationId: 'list',
  responses: answering({ type: 'array', items: ref }),
};

const get = { operationId: 'get', responses: answering(ref) };

const insert = {
  operationId: 'insert',
  requestBody: sending(ref),
  responses: answering(ref),
};

/** A document's paths, its schema `Pet`, and what is found: exactly that, or that and more. */
interface FoundRow {
  readonly paths: JsonObject;
  readonly pet?: Json;
  readonly want?: object;
  readonly like?: object;
}

describe('resources and behaviours', () => {
  table('are found by the shape of paths and schemas', ({ paths, pet: schema, want, like }: FoundRow) => {
    const got = found(paths, schema);
    if (want !== undefined) expect(got).toEqual(want);
    else expect(got).toMatchObject(like ?? {});
  });

  test('do not filter by a parameter of another type than the property of its name', () => {
    const parameters = [{ name: 'name', in: 'query', schema: { type: 'integer' } }];
    const paths = { '/pets': { get: { ...list, parameters }, post: insert } };
    expect(found(paths)).not.toHaveProperty('behaviours.list.filters');
  });

  table('%s/{%s} is told by %s', (path: string, name: string, key: string) => {
    const properties = { id: { type: 'string' }, number: { type: 'string' } };
    const paths = {
      [path]: { post: insert },
      [`${path}/{${name}}`]: { parameters: [parameter(name)], get },
    };
    expect(found(paths, { type: 'object', properties })).toMatchObject({
      tables: [[path.slice(1), { key }, 'Pet']],
    });
  });

  table(
    'what is made below another thing needs that thing, in whatever order the paths stand',
    ({ toys, pets }: { toys: JsonObject; pets: JsonObject }) => {
      for (const paths of [
        { '/pets/{petId}/toys': toys, ...pets },
        { ...pets, '/pets/{petId}/toys': toys },
      ])
        expect(found(paths)).toMatchObject({
          tables: expect.arrayContaining([
            ['toys', expect.objectContaining({ scope: ['petId'], parent: 'pets' }), 'Pet'],
          ]),
        });
    },
  );

  table('the key: %s', (_name: string, schema: Json, key: Json) => {
    const paths = {
      '/pets': { get: list, post: insert },
      '/pets/{petId}': { parameters: [parameter('petId')], get },
    };
    expect(found(paths, schema)).toMatchObject({
      tables: [['pets', key, 'Pet']],
    });
  });

  table(
    'things below another that have its name and say that they are others are none of its table',
    ({ paths }: { paths: JsonObject }) => {
      const { behaviours } = findResources(apiOf({ paths }));
      expect([...behaviours.keys()].toSorted()).toEqual(['add', 'get', 'list']);
    },
  );

  table('ids look as the schema says: %s', (_name: string, id: Json, want: Json) => {
    const paths = {
      '/pets': { get: list, post: insert },
      '/pets/{id}': { parameters: [parameter('id')], get },
    };
    const Pet = {
      type: 'object',
      properties: { id: { ...Object(id), readOnly: true } },
    };
    expect(found(paths, Pet)).toMatchObject({
      tables: [['pets', { id: want }, 'Pet']],
    });
  });
});

test('lists of lists without an end are looked into a few times', () => {
  const parameters = [{ name: 'filter', in: 'query', schema: ref }];
  const paths = { '/pets': { get: { ...get, parameters }, post: insert } };
  expect(found(paths, { type: 'array', items: ref })).toMatchObject({
    behaviours: { insert: { action: { insert: 'pets', many: '' } } },
  });
});

describe('nothing is found', () => {
  test.each(['/pets/search', '/lookup'])('in a search that can be sent in two ways: %s', (path) => {
    expect(
      found({
        [path]: {
          get: { ...list, parameters: [] },
          post: { ...insert, responses: list.responses },
        },
      }),
    ).toEqual(found({ [path]: { get: list } }));
  });

  table('%s', (_name: string, paths: JsonObject) => {
    expect(found(paths)).toEqual({ tables: [], behaviours: {} });
  });
});
