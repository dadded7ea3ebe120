import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerParts, ok } from '../lower.js';

function listIds(paths: JsonObject, components: JsonObject = {}): readonly string[] {
  return lowerParts({ paths, components }).api.operations.map(({ id }) => id);
}

describe('ids of operations', () => {
  test('are those of the spec, else method and path', () => {
    expect(listIds({ '/a': { get: { operationId: 'a', responses: ok }, put: { responses: ok } } })).toEqual([
      'a',
      'PUT /a',
    ]);
  });

  test('that are taken are replaced by method and path, with a warning', () => {
    const paths = {
      '/a': { get: { operationId: 'a', responses: ok } },
      '/b': { get: { operationId: 'a', responses: ok } },
    };
    expect(listIds(paths)).toEqual(['a', 'GET /b']);
    expect(lowerParts({ paths }).diagnostics.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      expect.stringMatching(
        /^warning duplicate-operation-id: the operationId "a" is already used at line \d+: this operation is called "GET \/b"$/,
      ),
    ]);
  });

  test('differ if two paths share a path item', () => {
    const pathItems = { Both: { get: { operationId: 'both', responses: ok } } };
    const item = { $ref: '#/components/pathItems/Both' };
    expect(listIds({ '/a': item, '/b': item }, { pathItems })).toEqual(['both', 'GET /b']);
  });

  test('differ if the id of one operation is the method and path of another', () => {
    const paths = { '/a': { get: { operationId: 'GET /b', responses: ok } }, '/b': { get: { responses: ok } } };
    expect(listIds(paths)).toEqual(['GET /b', 'GET /b 2']);
  });
});
