import { describe, expect, test } from 'vitest';
import {
  documentHash,
  publishedDocument,
  releasedDocument,
} from '../../../generator/emit/package/published-document.js';
import type { JsonObject } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

table(
  'the hash is that of the document as JSON with sorted keys and without spaces',
  ({ given, document, given4 }: { given: JsonObject; document: JsonObject; given4: JsonObject }) => {
    // printf '{"a":true,"b":[1,{"c":"x","d":null}]}' | sha256sum
    expect(documentHash(given)).toBe('f124912702a4df295dd1287de9a38d9144a0910b9ffde3ff7be7b830370ad065');
    expect(documentHash(document)).toBe(documentHash(given));
    expect(documentHash(given4)).not.toBe(documentHash(given));
  },
);

const pets = data<JsonObject>('pets');
const world = { 'x-seed': { tables: {} }, 'x-conformance': { sections: {} } };

test('the document for comparing releases leaves out the seed and the checks', () => {
  expect(releasedDocument({ ...world, ...pets, 'x-emulator': {} })).toEqual({ ...pets, 'x-emulator': {} });
});

table(
  'the published document leaves out extensions of the emulator, and no other members of their names',
  ({ document, want }: { document: JsonObject; want: unknown }) => {
    expect(publishedDocument(document)).toEqual(want);
  },
);

test('a document without extensions of the emulator is published unchanged', () => {
  const plain = { openapi: '3.1.0', paths: {}, components: { schemas: { Pet: { type: 'object' } } } };
  expect(publishedDocument(plain)).toBe(plain);
});

describe('`x-sources` keep the sources of rules', () => {
  const references = [
    { path: 'boxId', table: 'boxes', 'x-source': 'things.md:8' },
    { path: 'bagId', table: 'bags', 'x-source': 'things.md:3' },
  ];
  const thing = { type: 'object', 'x-source': 'things.md:3', 'x-resource': { table: 'things' } };
  const insert = data<JsonObject>('insert');

  function publish(operation: JsonObject, schema: JsonObject = {}): JsonObject {
    return publishedDocument({ paths: { '/things': { post: operation } }, components: { schemas: { Thing: schema } } });
  }

  test('of an operation, if they differ from its own', () => {
    const { 'x-action': _action, 'x-selectors': _selectors, ...rest } = insert;
    const sources = { 'selectors/mine': 'things.md:6, public', 'limit/tooMany': 'things.md:7' };
    expect(publish(insert)['paths']).toEqual({ '/things': { post: { ...rest, 'x-sources': sources } } });
  });

  test('of a table by its name, and of its rules if they differ', () => {
    expect(publish({}, { ...thing, 'x-references': references })['components']).toEqual({
      schemas: {
        Thing: {
          type: 'object',
          'x-source': 'things.md:3',
          'x-sources': { things: 'things.md:3', 'things#references/boxId': 'things.md:8' },
        },
      },
    });
  });

  test('and stay if a published document is published again', () => {
    const once = publish(insert, { ...thing, 'x-references': references });
    expect(publishedDocument(once)).toEqual(once);
  });

  test('and are left out if they are empty', () => {
    const action = { insert: 'things', 'x-source': 'things.md:5' };
    expect(publish({ 'x-source': 'things.md:5', 'x-action': action })['paths']).toEqual({
      '/things': { post: { 'x-source': 'things.md:5' } },
    });
  });
});
