import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { toJsonResponses, lowerOrThrow, findResources, toJsonBody } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const pet = data<Json>('pet');

const ref = { $ref: '#/components/schemas/Pet' };

function findBehaviour(paths: JsonObject, Pet: Json = pet): unknown {
  const { resources, behaviours } = findResources(lowerOrThrow({ paths, components: { schemas: { Pet } } }));
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
  responses: toJsonResponses({ type: 'array', items: ref }),
};

const get = { operationId: 'get', responses: toJsonResponses(ref) };

const insert = {
  operationId: 'insert',
  requestBody: toJsonBody(ref),
  responses: toJsonResponses(ref),
};

/** The paths of a document, its schema `Pet` if it is not the usual one, and the tables and behaviours: all of them (`want`) or some (`like`). */
interface FoundRow {
  readonly paths: JsonObject;
  readonly pet?: Json;
  readonly want?: object;
  readonly like?: object;
}

describe('resources and behaviours', () => {
  table('are found by the shape of paths and schemas', ({ paths, pet: schema, want, like }: FoundRow) => {
    const got = findBehaviour(paths, schema);
    if (want !== undefined) expect(got).toEqual(want);
    else expect(got).toMatchObject(like ?? {});
  });

  test('do not filter by a parameter of another type than the property of its name', () => {
    const parameters = [{ name: 'name', in: 'query', schema: { type: 'integer' } }];
    const paths = { '/pets': { get: { ...list, parameters }, post: insert } };
    expect(findBehaviour(paths)).not.toHaveProperty('behaviours.list.filters');
  });

  table('in %s/{%s}, rows are found by the property %s', (path: string, name: string, key: string) => {
    const properties = { id: { type: 'string' }, number: { type: 'string' } };
    const paths = {
      [path]: { post: insert },
      [`${path}/{${name}}`]: { parameters: [parameter(name)], get },
    };
    expect(findBehaviour(paths, { type: 'object', properties })).toMatchObject({
      tables: [[path.slice(1), { key }, 'Pet']],
    });
  });

  table(
    'rows below another table have that table as parent, in whatever order the paths stand',
    ({ toys, pets }: { toys: JsonObject; pets: JsonObject }) => {
      for (const paths of [
        { '/pets/{petId}/toys': toys, ...pets },
        { ...pets, '/pets/{petId}/toys': toys },
      ])
        expect(findBehaviour(paths)).toMatchObject({
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
    expect(findBehaviour(paths, schema)).toMatchObject({
      tables: [['pets', key, 'Pet']],
    });
  });

  table(
    'a list below another table that has the same name but another schema is not of that table',
    ({ paths }: { paths: JsonObject }) => {
      const { behaviours } = findResources(lowerOrThrow({ paths }));
      expect([...behaviours.keys()].toSorted()).toEqual(['add', 'get', 'list']);
    },
  );

  table('ids are generated in the form that the schema shows: %s', (_name: string, id: Json, want: Json) => {
    const paths = {
      '/pets': { get: list, post: insert },
      '/pets/{id}': { parameters: [parameter('id')], get },
    };
    const Pet = {
      type: 'object',
      properties: { id: { ...Object(id), readOnly: true } },
    };
    expect(findBehaviour(paths, Pet)).toMatchObject({
      tables: [['pets', { id: want }, 'Pet']],
    });
  });
});

test('a schema that is a list of itself is followed a few times only', () => {
  const parameters = [{ name: 'filter', in: 'query', schema: ref }];
  const paths = { '/pets': { get: { ...get, parameters }, post: insert } };
  expect(findBehaviour(paths, { type: 'array', items: ref })).toMatchObject({
    behaviours: { insert: { action: { insert: 'pets', many: '' } } },
  });
});

describe('no table is found', () => {
  test.each(['/pets/search', '/lookup'])('in a search that can be sent in two ways: %s', (path) => {
    expect(
      findBehaviour({
        [path]: {
          get: { ...list, parameters: [] },
          post: { ...insert, responses: list.responses },
        },
      }),
    ).toEqual(findBehaviour({ [path]: { get: list } }));
  });

  table('%s', (_name: string, paths: JsonObject) => {
    expect(findBehaviour(paths)).toEqual({ tables: [], behaviours: {} });
  });
});
