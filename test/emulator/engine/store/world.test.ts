import { expect, test } from 'vitest';
import { emptyWorld, Transaction } from '../../../../templates/emulator/engine/store/world.js';

const begin = (world = emptyWorld) => new Transaction(world, (_table, row) => String(row['id']));

test('what is not committed does not happen', () => {
  const first = begin();
  first.put('t', { id: 'a' });
  const world = first.commit();
  const second = begin(world);
  second.put('t', { id: 'b' });
  second.remove('t', 'a');
  second.putBlob('x', { bytes: new Uint8Array(1), mediaType: 'text/plain' });
  expect(begin(world).list('t')).toEqual([{ id: 'a' }]);
  expect(begin(world).blob('x')).toBeUndefined();
  expect(begin(second.commit()).list('t')).toEqual([{ id: 'b' }]);
});

test('rows are found by a value at a path, and by each value of a list', () => {
  const tables = begin();
  tables.put('t', { id: 'a', at: { of: 1 }, in: ['x', 'y'] });
  tables.put('t', { id: 'b', at: { of: 1 }, in: 'y' });
  expect(tables.find('t', 'at.of', 1).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(tables.find('t', 'in', 'y').map(({ id }) => id)).toEqual(['a', 'b']);
  expect(tables.find('t', 'in', 'x').map(({ id }) => id)).toEqual(['a']);
});
