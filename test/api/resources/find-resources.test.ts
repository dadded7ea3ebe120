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

describe('resources are found by the shape of the paths', () => {
  table('a whole collection', ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(found(paths)).toEqual(want);
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

  table('callers choose no key that is read-only', ({ paths, want }: { paths: JsonObject; want: object }) => {
    const properties = { id: { type: 'string', readOnly: true } };
    expect(found(paths, { type: 'object', properties })).toMatchObject(want);
  });

  table(
    'things inside of another object, and a `POST` that changes one',
    ({ paths, want }: { paths: JsonObject; want: object }) => {
      expect(found(paths)).toMatchObject(want);
    },
  );

  test('a list inside an object, which tells how many there are', () => {
    const listing = (required: readonly string[], more: JsonObject = {}): JsonObject => ({
      '/pets': {
        get: {
          operationId: 'list',
          responses: answering({
            type: 'object',
            required,
            properties: {
              pets: { type: 'array', items: ref },
              total: { type: 'integer' },
              ...more,
            },
          }),
        },
        post: insert,
      },
    });
    const paging = { whole: true, members: { total: 'total' } };
    for (const required of [['pets'], ['total']])
      expect(found(listing(required))).toMatchObject({
        behaviours: {
          list: { action: { list: 'pets', items: 'pets' }, paging },
        },
      });
    expect(found(listing(['pets'], { id: { type: 'string' } }))).toEqual({
      tables: [],
      behaviours: {},
    });
  });

  table(
    'parameters that page, and those that are called as a property is',
    ({ want, want2, want3 }: { want: object; want2: object; want3: object }) => {
      const query = (name: string, schema: Json): Json => ({
        name,
        in: 'query',
        schema,
      });
      const listing = (...parameters: readonly Json[]): JsonObject => ({
        '/pets': { get: { ...list, parameters }, post: insert },
      });
      const integer = { type: 'integer' };
      expect(
        found(listing(query('page', { ...integer, minimum: 0 }), query('per_page', { ...integer, maximum: 9 }))),
      ).toMatchObject(want);
      expect(found(listing(query('offset', integer), query('limit', { ...integer, default: 7 })))).toMatchObject(want2);
      const names = { type: 'array', items: { type: 'string' } };
      expect(found(listing(query('name', names), query('sort', { type: 'string' })))).toMatchObject(want3);
      expect(found(listing(query('name', integer)))).not.toHaveProperty('behaviours.list.filters');
    },
  );

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

  table('times that the service notes', ({ properties, want }: { properties: JsonObject; want: object }) => {
    expect(found({ '/pets': { get: list, post: insert } }, { type: 'object', properties })).toMatchObject(want);
  });

  table(
    'below a parent, rows are kept under its parameters and none are made up',
    ({ paths, want }: { paths: JsonObject; want: object }) => {
      expect(found(paths)).toMatchObject(want);
    },
  );

  test('two collections of one name', () => {
    const at = (id: string): JsonObject => ({
      get: { ...list, operationId: `${id}List` },
      post: { ...insert, operationId: `${id}Insert` },
    });
    expect(found({ '/pets': at('a'), '/shop/pets': at('b') })).toMatchObject({
      tables: [
        ['pets', {}, 'Pet'],
        ['shopPets', {}, 'Pet'],
      ],
    });
  });

  table(
    'things that a query parameter and the body tell apart',
    ({
      paths,
      want,
    }: {
      id: JsonObject;
      Pets: JsonObject;
      paging: readonly JsonObject[];
      paths: JsonObject;
      want: object;
    }) => {
      expect(found(paths)).toMatchObject(want);
    },
  );

  table(
    'things that are told apart by resource names',
    ({ named, paths, want }: { named: JsonObject; hollow: JsonObject; paths: JsonObject; want: unknown }) => {
      expect(found(paths, named)).toEqual(want);
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
});

describe('schemas need no names', () => {
  table(
    'inline schemas that differ between the list, the thing and what is sent',
    ({
      paths,
      given,
    }: {
      paths: JsonObject;
      given:
        | string
        | {
            key: string;
            id: { length: number };
            samples: number;
            inferred: boolean;
          }
        | undefined;
    }) => {
      expect(found(paths)).toEqual({
        tables: [['tasks', given, undefined]],
        behaviours: {
          list: {
            action: { list: 'tasks', items: 'data' },
            paging: { whole: true, members: { next_page: 'next' } },
          },
          add: { action: { insert: 'tasks' }, paging: false, within: 'data' },
          get: {
            action: { get: 'tasks', by: 'task_gid' },
            paging: false,
            within: 'data',
          },
          remove: {
            action: { delete: 'tasks', by: 'task_gid', receipt: true },
            paging: false,
          },
        },
      });
    },
  );

  table(
    'things that are made and listed below another, and have an address of their own',
    ({ paths }: { paths: JsonObject }) => {
      expect(found(paths)).toMatchObject({
        tables: [['meetings', { key: 'id', id: { alphabet: 'integer' } }, undefined]],
        behaviours: {
          list: {
            action: { list: 'meetings', items: 'meetings' },
            filters: { userId: { refers: ['userId', 'users', 'user'] } },
          },
          add: { action: { insert: 'meetings' }, parents: ['userId'] },
          get: { action: { get: 'meetings', by: 'meetingId' } },
          change: { action: { update: 'meetings', by: 'meetingId' } },
        },
      });
    },
  );

  table(
    'things below another that have its name and say that they are others are none of its table',
    ({ paths }: { paths: JsonObject }) => {
      const { behaviours } = findResources(apiOf({ paths }));
      expect([...behaviours.keys()].toSorted()).toEqual(['add', 'get', 'list']);
    },
  );

  table(
    'a thing that there is once',
    ({
      paths,
      given,
      behaviours,
    }: {
      paths: JsonObject;
      given: string | { key: string; scope: string[]; single: string; inferred: boolean } | undefined;
      behaviours: {
        get: { action: { get: string }; paging: boolean };
        change: { action: { update: string }; paging: boolean };
      };
    }) => {
      expect(found(paths)).toEqual({
        tables: [['settings', given, undefined]],
        behaviours: behaviours,
      });
    },
  );

  table(
    '`PUT` makes what no `POST` does',
    ({
      paths,
      behaviours,
    }: {
      paths: JsonObject;
      behaviours: {
        set: {
          action: {
            update: string;
            by: string;
            replace: boolean;
            upsert: boolean;
          };
        };
      };
    }) => {
      expect(found(paths)).toMatchObject({
        tables: [['labels', { key: '~key' }, undefined]],
        behaviours: behaviours,
      });
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
