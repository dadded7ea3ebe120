import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OperationGroup, JsonObject } from 'speccast/emitter';
import { lowerApi, answering, apiOf, apiOfSchemas, ok } from '../lower.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

/** A document with an operation for each id, on paths of its own. */
function withIds(...ids: readonly string[]): JsonObject {
  return Object.fromEntries(ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: ok } }]));
}

function namesOf(paths: JsonObject): readonly string[] {
  return apiOf({ paths }).operations.map(
    ({ name, typeName, group, property }) => `${name} ${typeName} ${[...group, property].join('.')}`,
  );
}

function modulesOf(groups: readonly OperationGroup[]): readonly string[] {
  return groups.flatMap((group) => [group.module, ...modulesOf(group.groups)]);
}

describe('operations', () => {
  table('$id', ({ id, want }: { id: string; want: string }) => {
    expect(namesOf(withIds(id))).toEqual([want]);
  });

  table('$title', ({ path, node, want }: { path: string; node: JsonObject; want: string }) => {
    const parameters = path.includes('{')
      ? [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string' },
          },
        ]
      : [];
    expect(namesOf({ [path]: { get: { ...node, parameters, responses: ok } } })).toEqual([want]);
  });

  test('names that would be one are told apart, the first in the spec keeping its own', () => {
    expect(namesOf(withIds('pets.list', 'pets/list', 'petsList'))).toEqual([
      'petsList PetsList pets.list',
      'petsPetsList PetsPetsList pets.listOperation',
      'p2PetsList P2PetsList p2.petsList',
    ]);
  });

  test('a method gives way to a resource of the same name', () => {
    expect(namesOf(withIds('media.list', 'media.list.all'))).toEqual([
      'mediaList MediaList media.listOperation',
      'mediaListAll MediaListAll media.list.all',
    ]);
  });

  test('the descriptor of one is never the function of another', () => {
    expect(namesOf(withIds('a.list', 'a.listOperation')).map((line) => line.split(' ')[0])).toEqual([
      'aList',
      'aAListOperation',
    ]);
  });
});

describe('models', () => {
  const names = (...given: readonly string[]): readonly string[] => {
    const schemas = Object.fromEntries(given.map((name) => [name, { type: 'object' }]));
    return apiOfSchemas(schemas).models.map((model) => model.name);
  };

  test.each(
    rows<{
      readonly title: string;
      readonly given: readonly string[];
      readonly want: readonly string[];
    }>('$title (2)'),
  )('$title', ({ given, want }) => {
    expect(names(...given)).toEqual(want);
  });

  test('names too long to tell apart are numbered', () => {
    const long = 'a'.repeat(200);
    expect(names(`${long}1`, `${long}2`)).toEqual([`A${'a'.repeat(127)}`, `A${'a'.repeat(127)}Model`]);
  });

  test('keep their name from the types of operations', () => {
    const api = apiOfSchemas(
      { SearchListResponse: { type: 'object' } },
      {
        '/a': {
          get: {
            operationId: 'search.list',
            responses: answering({
              $ref: '#/components/schemas/SearchListResponse',
            }),
          },
        },
      },
    );
    expect(api.models.map((model) => model.name)).toEqual(['SearchListResponse']);
    expect(api.operations.map(({ name, typeName }) => [name, typeName])).toEqual([
      ['searchList', 'SearchListOperation'],
    ]);
  });
});

describe('groups', () => {
  table(
    'are a forest in the order of the operations; one without operations of its own means those below it',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const { groups } = apiOf(parts);
      expect(groups).toEqual(want);
    },
  );

  test('files differ in more than case and are none that Windows or the package keeps', () => {
    const { groups } = apiOf({
      paths: withIds(
        'users.a',
        'Users.b',
        'USERS.c',
        'con.a',
        'index.a',
        'shared.a',
        'petStore.a',
        'petstore.a',
        'pet-store.b',
      ),
    });
    expect(modulesOf(groups)).toEqual([
      'users',
      'con-resource',
      'index-resource',
      'shared-resource',
      'pet-store',
      'petstore',
    ]);
  });

  test('no resource takes the file of what every package has', () => {
    for (const name of ['video-platform', 'ad-reporting']) {
      const folders = ['client', 'operations', 'validators', 'mocks', 'models', 'tanstack', 'server-types'].map(
        (folder) =>
          readdirSync(new URL(`../../../generated/${name}/src/${folder}`, import.meta.url)).filter((file) =>
            file.endsWith('.ts'),
          ),
      );
      const all = folders.flat();
      // A resource has a file in several folders.
      const own = all.filter((file) => all.indexOf(file) === all.lastIndexOf(file)).map((file) => file.slice(0, -3));
      expect(own).toContain('strings');
      const { groups } = apiOf({ paths: withIds(...own.map((stem) => `${stem}.list`)) });
      expect(modulesOf(groups).filter((module) => own.includes(module))).toEqual([]);
    }
  });

  test('classes of the same name are told apart', () => {
    const { groups } = apiOf({ paths: withIds('a.b.list', 'aB.list') });
    expect([groups[0]?.groups[0]?.typeName, groups[1]?.typeName]).toEqual(['AB', 'AB2']);
    expect(modulesOf(groups)).toEqual(['a', 'a-b', 'a-b-resource']);
  });
});

table('names that other emitters export are reserved on demand', ({ root }: { root: JsonObject }) => {
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'a.json', text: JSON.stringify(root) }, { readFile: () => undefined, diagnostics });
  const api =
    document &&
    lowerApi(document, {
      name: 'test',
      diagnostics,
      reserved: new Set(['World']),
    });
  expect(api?.models.map((model) => model.name)).toEqual(['WorldModel']);
});
