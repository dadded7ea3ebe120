import { expect, test } from 'vitest';
import { memberAt, mendValue, withMember } from '@speccast/runtime/requests';
import type { Json } from '@speccast/runtime';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('mend-value.yaml', import.meta.url));

const sample = {
  name: 'Ann',
  owner: { gid: '7', name: 'Bo' },
  ids: ['1'],
  tags: [{ id: 1 }],
  on: true,
  size: 3,
  note: null,
};

test.each(table<[string, Json, (string | number)[], string, Json]>('values'))(
  '%s',
  (_name, value, path, keyword, want) => {
    expect(mendValue(value, { path, keyword }, sample)).toEqual(want);
  },
);

test('members are read, replaced and removed by their paths', () => {
  const value = { a: [{ b: 1 }, { b: 2 }] };
  expect([memberAt(value, ['a', 1, 'b']), memberAt(value, ['a', 9, 'b']), memberAt(value, ['toString'])]).toEqual([
    2,
    1,
    undefined,
  ]);
  expect(withMember(value, ['a', 1, 'b'], 3)).toEqual({ a: [{ b: 1 }, { b: 3 }] });
  expect(withMember(value, ['a', 0], undefined)).toEqual({ a: [{ b: 2 }] });
  expect(withMember(value, ['a', 0], null)).toEqual({ a: [null, { b: 2 }] });
  expect(withMember(value, ['a', 1, 'b'], null)).toEqual({ a: [{ b: 1 }, { b: null }] });
});
