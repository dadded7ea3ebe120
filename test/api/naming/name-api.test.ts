import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OperationGroup, JsonObject } from 'speccast/emitter';
import { lowerApi, toJsonResponses, lowerOrThrow, lowerSchemas, ok } from '../lower.js';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

/** Builds paths with an operation for each id: `/p0`, `/p1` and so on. */
function buildPaths(...ids: readonly string[]): JsonObject {
  return Object.fromEntries(ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: ok } }]));
}

function listNames(paths: JsonObject): readonly string[] {
  return lowerOrThrow({ paths }).operations.map(
    ({ name, typeName, group, property }) => `${name} ${typeName} ${[...group, property].join('.')}`,
  );
}

function listModules(groups: readonly OperationGroup[]): readonly string[] {
  return groups.flatMap((group) => [group.module, ...listModules(group.groups)]);
}

describe('operations', () => {
  table('$id', ({ id, want }: { id: string; want: string }) => {
    expect(listNames(buildPaths(id))).toEqual([want]);
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
    expect(listNames({ [path]: { get: { ...node, parameters, responses: ok } } })).toEqual([want]);
  });

  test('equal names are made distinct, and the first in the spec keeps its own', () => {
    expect(listNames(buildPaths('pets.list', 'pets/list', 'petsList'))).toEqual([
      'petsList PetsList pets.list',
      'petsPetsList PetsPetsList pets.listOperation',
      'p2PetsList P2PetsList p2.petsList',
    ]);
  });

  test('a method gives way to a resource of the same name', () => {
    expect(listNames(buildPaths('media.list', 'media.list.all'))).toEqual([
      'mediaList MediaList media.listOperation',
      'mediaListAll MediaListAll media.list.all',
    ]);
  });

  test('the descriptor of an operation never has the name of the function of another', () => {
    expect(listNames(buildPaths('a.list', 'a.listOperation')).map((line) => line.split(' ')[0])).toEqual([
      'aList',
      'aAListOperation',
    ]);
  });
});

describe('models', () => {
  const names = (...given: readonly string[]): readonly string[] => {
    const schemas = Object.fromEntries(given.map((name) => [name, { type: 'object' }]));
    return lowerSchemas(schemas).models.map((model) => model.name);
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
    const api = lowerSchemas(
      { SearchListResponse: { type: 'object' } },
      {
        '/a': {
          get: {
            operationId: 'search.list',
            responses: toJsonResponses({
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
    'are trees in the order of the operations, also if a group has only groups and no operations',
    ({ parts, want }: { parts: JsonObject; want: unknown }) => {
      const { groups } = lowerOrThrow(parts);
      expect(groups).toEqual(want);
    },
  );

  test('files differ in more than case, and are neither reserved by Windows nor by the package', () => {
    const { groups } = lowerOrThrow({
      paths: buildPaths(
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
    expect(listModules(groups)).toEqual([
      'users',
      'con-resource',
      'index-resource',
      'shared-resource',
      'pet-store',
      'petstore',
    ]);
  });

  test('no resource gets a file name that every package has', () => {
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
      const { groups } = lowerOrThrow({ paths: buildPaths(...own.map((stem) => `${stem}.list`)) });
      expect(listModules(groups).filter((module) => own.includes(module))).toEqual([]);
    }
  });

  test('classes of the same name get numbers', () => {
    const { groups } = lowerOrThrow({ paths: buildPaths('a.b.list', 'aB.list') });
    expect([groups[0]?.groups[0]?.typeName, groups[1]?.typeName]).toEqual(['AB', 'AB2']);
    expect(listModules(groups)).toEqual(['a', 'a-b', 'a-b-resource']);
  });
});

table('names that another emitter exports can be reserved', ({ root }: { root: JsonObject }) => {
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
