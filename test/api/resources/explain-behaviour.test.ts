import { expect } from 'vitest';
import { explainBehaviour } from '../../../generator/api/resources/explain-behaviour.js';
import { readApi } from '../lower.js';
import { Diagnostics } from '../../spec/read-text.js';
import type { JsonObject } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const pet = data<JsonObject>('pet');

/** What operations do and why, by method and path. */
function explained(paths: JsonObject, Pet: JsonObject = {}): unknown {
  const schemas = { Pet: { ...pet, ...Pet } };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths,
    components: { schemas },
  });
  const read = readApi({ spec: { file: 'pets.json', text } }, { diagnostics: new Diagnostics() });
  if (read === undefined) throw new Error('the spec has mistakes');
  const all = explainBehaviour(read.api, read.document);
  return all.map(({ method, path, does, why }) => [`${method} ${path}`, does, why]);
}

table(
  'what the paths and responses suggest, in the order of the spec',
  ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(explained(paths)).toEqual(want);
  },
);

table(
  'a correction of what a table does that is inferred declares the table, too',
  ({ paths }: { paths: JsonObject }) => {
    expect(explained(paths)).toContainEqual([
      'POST /pets/{petId}/sell',
      'responds with a sample and stores nothing',
      'nothing says what it changes; `x-action: { update: pets, by: petId }` and `x-resource: { table: pets, key: id }` on its schema in an overlay would say it',
    ]);
  },
);

table(
  'what is declared, what is not registered, and what nothing is said of',
  ({ paths, want }: { paths: JsonObject; want: unknown }) => {
    expect(explained(paths, { 'x-resource': { table: 'pets', key: 'name' } })).toEqual(want);
  },
);
