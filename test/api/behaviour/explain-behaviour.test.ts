import { expect } from 'vitest';
import { explainPaths } from './explain-paths.js';
import type { JsonObject } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const pet = data<JsonObject>('pet');

/** Explains each operation of a document with a schema `Pet`: `['GET /pets', 'lists pets', 'it responds with a list']`. */
async function explainOperations(paths: JsonObject, Pet: JsonObject = {}): Promise<readonly unknown[]> {
  const all = await explainPaths(paths, { Pet: { ...pet, ...Pet } });
  return all.map(({ method, path, does, why }) => [`${method} ${path}`, does, why]);
}

table(
  'behaviour is inferred from paths and responses, and explained in the order of the spec',
  async ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(await explainOperations(paths)).toEqual(want);
  },
);

table(
  'the overlay suggested for an operation on an inferred table declares that table, too',
  async ({ paths }: { paths: JsonObject }) => {
    expect(await explainOperations(paths)).toContainEqual([
      'POST /pets/{petId}/sell',
      'responds with a sample and stores nothing',
      'nothing says what it changes; `x-action: { update: pets, by: petId }` and `x-resource: { table: pets, key: id }` on its schema in an overlay would say it',
    ]);
  },
);

table(
  'explains declared behaviour, capabilities that are not registered, and operations without a declaration',
  async ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(await explainOperations(paths, { 'x-resource': { table: 'pets', key: 'name' } })).toEqual(want);
  },
);
