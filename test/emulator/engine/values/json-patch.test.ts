import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPatch } from '../../../../templates/emulator/engine/values/json-patch.js';
import type { Json } from '@speccast/runtime';

test.each<[string, Json, Json, Json]>([
  ['add a member', { a: 1 }, [{ op: 'add', path: '/b', value: [2] }], { a: 1, b: [2] }],
  ['add to a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
  ['append', { l: [1] }, [{ op: 'add', path: '/l/-', value: 2 }], { l: [1, 2] }],
  ['remove', { a: { b: 1, c: 2 } }, [{ op: 'remove', path: '/a/b' }], { a: { c: 2 } }],
  ['replace', { a: [{ b: 1 }] }, [{ op: 'replace', path: '/a/0/b', value: null }], { a: [{ b: null }] }],
  ['move', { a: 1, b: {} }, [{ op: 'move', from: '/a', path: '/b/c' }], { b: { c: 1 } }],
  ['copy', { a: { x: 1 } }, [{ op: 'copy', from: '/a', path: '/b' }], { a: { x: 1 }, b: { x: 1 } }],
  [
    'test, whatever the order of members',
    { a: { x: 1, y: 2 } },
    [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }],
    { a: { x: 1, y: 2 } },
  ],
  [
    'escaped names',
    { 'a/b': 1, 'm~n': 2 },
    [
      { op: 'remove', path: '/a~1b' },
      { op: 'remove', path: '/m~0n' },
    ],
    {},
  ],
  ['the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  [
    'a name that objects have anyway',
    {},
    [{ op: 'add', path: '/__proto__', value: 1 }],
    JSON.parse('{"__proto__": 1}'),
  ],
])('%s', (_name, value, patch, want) => {
  expect(applyPatch(value, patch)).toEqual(want);
});

test.each<[string, Json]>([
  ['there is nothing at /b.', { op: 'remove', path: '/b' }],
  ['there is nothing at /b.', { op: 'replace', path: '/b', value: 1 }],
  ['the list has no item 7.', { op: 'add', path: '/l/7', value: 1 }],
  ['the list has no item 01.', { op: 'remove', path: '/l/01' }],
  ['there is no operation "nothing".', { op: 'nothing', path: '/a' }],
  ['an operation has no value.', { op: 'add', path: '/a' }],
  ['"a" is no JSON Pointer.', { op: 'remove', path: 'a' }],
  ['a value cannot move into itself.', { op: 'move', from: '/o', path: '/o/p' }],
  ['an operation has to be an object.', 'remove'],
])('400: %s', (message, operation) => {
  expect(() => applyPatch({ a: 1, l: [1], o: {} }, [operation])).toThrow(`The patch cannot be applied: ${message}`);
});

test('a test that fails is a conflict', () => {
  expect(() => applyPatch({ a: 1 }, [{ op: 'test', path: '/a', value: 2 }])).toThrow(
    expect.objectContaining({ status: 409, reason: 'testFailed' }),
  );
});

test('what is added can be removed again, and the value that was there is not changed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (object, name, added) => {
      const value = object as Json; // fast-check's JSON has mutable lists
      const before = JSON.stringify(value);
      const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const after = applyPatch(value, [{ op: 'add', path, value: added as Json }]); // likewise
      expect(JSON.stringify(value)).toBe(before);
      const { [name]: _removed, ...others } = object;
      expect(applyPatch(after, [{ op: 'remove', path }])).toEqual(others);
    }),
  );
});
