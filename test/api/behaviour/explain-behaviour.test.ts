import { expect } from 'vitest';
import { explainPaths } from './explain-paths.js';
import type { JsonObject } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const pet = data<JsonObject>('pet');

/** What operations do and why, by method and path. */
async function explained(paths: JsonObject, Pet: JsonObject = {}): Promise<readonly unknown[]> {
  const all = await explainPaths(paths, { Pet: { ...pet, ...Pet } });
  return all.map(({ method, path, does, why }) => [`${method} ${path}`, does, why]);
}

table(
  'what the paths and responses suggest, in the order of the spec',
  async ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(await explained(paths)).toEqual(want);
  },
);

table(
  'a correction of what a table does that is inferred declares the table, too',
  async ({ paths }: { paths: JsonObject }) => {
    expect(await explained(paths)).toContainEqual([
      'POST /pets/{petId}/sell',
      'responds with a sample and stores nothing',
      'nothing says what it changes; `x-action: { update: pets, by: petId }` and `x-resource: { table: pets, key: id }` on its schema in an overlay would say it',
    ]);
  },
);

table(
  'what is declared, what is not registered, and what nothing is said of',
  async ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(await explained(paths, { 'x-resource': { table: 'pets', key: 'name' } })).toEqual(want);
  },
);
