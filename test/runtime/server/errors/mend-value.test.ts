import { expect, test } from 'vitest';
import { memberAt, mendValue, withMember } from '@speccast/runtime/requests';
import type { Json } from '@speccast/runtime';

const sample = {
  name: 'Ann',
  owner: { gid: '7', name: 'Bo' },
  ids: ['1'],
  tags: [{ id: 1 }],
  on: true,
  size: 3,
  note: null,
};

test.each<[string, Json, (string | number)[], string, Json]>([
  ['a missing member is that of the sample', {}, ['name'], 'required', { name: 'Ann' }],
  [
    'an id becomes the object that it refers to',
    { owner: '9' },
    ['owner'],
    'type',
    { owner: { gid: '9', name: 'Bo' } },
  ],
  ['so do ids in a list', { tags: [4, 5] }, ['tags', 1], 'type', { tags: [4, { id: 5 }] }],
  ['an object becomes its id', { name: { id: 'x', y: 1 } }, ['name'], 'type', { name: 'x' }],
  ['one value becomes a list', { ids: '2' }, ['ids'], 'type', { ids: ['2'] }],
  ['digits become a number', { size: '12' }, ['size'], 'type', { size: 12 }],
  ['a number becomes digits', { name: 12 }, ['name'], 'type', { name: '12' }],
  ['a string becomes a boolean', { on: 'false' }, ['on'], 'type', { on: false }],
  ['null is left out', { name: null }, ['name'], 'type', {}],
  ['what callers wrote is kept', { name: 'not an address' }, ['name'], 'format', { name: 'not an address' }],
  ['what the service alone decides is not', { name: 'x' }, ['name'], 'const', { name: 'Ann' }],
  ['an unknown member goes', { other: 1 }, ['other'], 'additionalProperties', {}],
])('%s', (_name, value, path, keyword, want) => {
  expect(mendValue(value, { path, keyword }, sample)).toEqual(want);
});

test('members by their paths', () => {
  const value = { a: [{ b: 1 }, { b: 2 }] };
  expect([memberAt(value, ['a', 1, 'b']), memberAt(value, ['a', 9, 'b']), memberAt(value, ['toString'])]).toEqual([
    2,
    1,
    undefined,
  ]);
  expect(withMember(value, ['a', 1, 'b'], 3)).toEqual({ a: [{ b: 1 }, { b: 3 }] });
  expect(withMember(value, ['a', 0], undefined)).toEqual({ a: [{ b: 2 }] });
});
