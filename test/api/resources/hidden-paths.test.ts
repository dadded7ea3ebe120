import { expect, test } from 'vitest';
import { hiddenPaths } from '../../../generator/api/resources/hidden-paths.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { apiOfSchemas, modelOf } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const password: Json = { type: 'string', writeOnly: true };

function pathsOf(properties: JsonObject, others: JsonObject = {}): readonly string[] {
  const api = apiOfSchemas({
    Subject: { type: 'object', properties },
    ...others,
  });
  return hiddenPaths(api, modelOf(api, 'Subject').schema);
}

function selfReferences(count: number): JsonObject {
  const self = { $ref: '#/components/schemas/Subject' };
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`child${index}`, self]));
}

table(
  'properties that are only written are listed, also those of objects within objects',
  ({ Card, properties }: { Card: JsonObject; properties: JsonObject }) => {
    const paths = pathsOf(properties, { Card });
    expect(paths).toEqual(['password', 'card.number', 'cards.number']);
  },
);

test('a schema that refers to itself is followed four times', () => {
  expect(pathsOf({ password, child: { $ref: '#/components/schemas/Subject' } })).toEqual([
    'password',
    'child.password',
    'child.child.password',
    'child.child.child.password',
    'child.child.child.child.password',
  ]);
});

test('a schema with 60 references to itself has no path where nothing is only written', () => {
  expect(pathsOf({ id: { type: 'string' }, ...selfReferences(60) })).toEqual([]);
});

test('of more than 1000 paths, those of fewer objects within objects are listed', () => {
  const paths = pathsOf({ password, ...selfReferences(60) });
  expect(paths.slice(0, 3)).toEqual(['password', 'child0.password', 'child1.password']);
  expect(paths).toHaveLength(61);
});
