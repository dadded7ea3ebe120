import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerParts, ok } from '../lower.js';

function idsOf(paths: JsonObject, components: JsonObject = {}): readonly string[] {
  return lowerParts({ paths, components }).api.operations.map(({ id }) => id);
}

describe('ids of operations', () => {
  test('are those of the spec, else method and path', () => {
    expect(idsOf({ '/a': { get: { operationId: 'a', responses: ok }, put: { responses: ok } } })).toEqual([
      'a',
      'PUT /a',
    ]);
  });

  test('that are taken give way to method and path, which a warning says', () => {
    const paths = {
      '/a': { get: { operationId: 'a', responses: ok } },
      '/b': { get: { operationId: 'a', responses: ok } },
    };
    expect(idsOf(paths)).toEqual(['a', 'GET /b']);
    expect(lowerParts({ paths }).diagnostics.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      expect.stringMatching(
        /^warning duplicate-operation-id: the operationId "a" is already used at line \d+: this operation is called "GET \/b"$/,
      ),
    ]);
  });

  test('differ where a path item is at two paths', () => {
    const pathItems = { Both: { get: { operationId: 'both', responses: ok } } };
    const item = { $ref: '#/components/pathItems/Both' };
    expect(idsOf({ '/a': item, '/b': item }, { pathItems })).toEqual(['both', 'GET /b']);
  });

  test('differ where a spec states method and path of another operation', () => {
    const paths = { '/a': { get: { operationId: 'GET /b', responses: ok } }, '/b': { get: { responses: ok } } };
    expect(idsOf(paths)).toEqual(['GET /b', 'GET /b 2']);
  });
});
