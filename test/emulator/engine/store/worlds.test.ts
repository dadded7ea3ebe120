import type { Row } from '@speccast/emulator/capabilities';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { closeGap, emptyWorld, loadWorld, saveWorld, takePosition, Transaction, type World } from './store.js';

const beginTransaction = (world: World = emptyWorld): Transaction =>
  new Transaction(world, (_table, row) => String(row['id']));

const write = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'),
  v: fc.constantFrom<Row[string]>(1, 2, '1', true, null, ['x', 'y'], ['y', 'y'], 'x'),
  isLast: fc.boolean(),
  remove: fc.boolean(),
});

describe('a table', () => {
  test('is not changed by transactions that are not committed', () => {
    const first = beginTransaction();
    first.put('t', { id: 'a' });
    const world = first.commit();
    const second = beginTransaction(world);
    second.put('t', { id: 'b' });
    second.remove('t', 'a');
    second.putBlob('x', { bytes: new Uint8Array(1), mediaType: 'text/plain' });
    expect(beginTransaction(world).list('t')).toEqual([{ id: 'a' }]);
    expect(beginTransaction(world).blob('x')).toBeUndefined();
    expect(beginTransaction(second.commit()).list('t')).toEqual([{ id: 'b' }]);
  });

  test('finds rows by a value at a path, and by each item of a list', () => {
    const tables = beginTransaction();
    tables.put('t', { id: 'a', at: { of: 1 }, in: ['x', 'y'] });
    tables.put('t', { id: 'b', at: { of: 1 }, in: 'y' });
    expect(tables.find('t', 'at.of', 1).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(tables.find('t', 'in', 'y').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(tables.find('t', 'in', 'x').map(({ id }) => id)).toEqual(['a']);
  });

  test('finds the rows that a scan of all rows finds, in the order of insertion', () => {
    fc.assert(
      fc.property(fc.array(write), fc.constantFrom(1, '1', 'x', 'y', true, null), (writes, value) => {
        let tables = beginTransaction();
        for (const { id, v, isLast, remove } of writes) {
          if (remove) tables.remove('t', id);
          else tables.put('t', { id, v });
          // Writes to another world that shares these rows must not change the result.
          const before = tables.commit();
          const found = beginTransaction(before).find('t', 'v', value);
          if (isLast) tables = beginTransaction(before);
          else beginTransaction(before).put('t', { id: 'e', v });
          expect(beginTransaction(before).find('t', 'v', value)).toEqual(found);
          const has = (row: Row): boolean => (Array.isArray(row['v']) ? row['v'].includes(value) : row['v'] === value);
          const want = tables.list('t').filter(has);
          expect(tables.find('t', 'v', value)).toEqual(want);
        }
        expect(tables.rows('t').size).toEqual(tables.list('t').length);
      }),
    );
  });

  test('behaves like a Map with thousands of rows', () => {
    const [tables, want] = [beginTransaction(), new Map<string, Row>()];
    for (let step = 0; step < 3000; step += 1) {
      const id = `k${(step * 37) % 1009}`;
      const row = { id, step };
      if (step % 11 === 0) tables.remove('t', id);
      else tables.put('t', row);
      if (step % 11 === 0) want.delete(id);
      else want.set(id, row);
    }
    const rows = tables.rows('t');
    expect([...rows]).toEqual([...want]);
    expect([rows.size, [...rows.keys()], [...rows.values()]]).toEqual([
      want.size,
      [...want.keys()],
      [...want.values()],
    ]);
    const seen: unknown[] = [];
    rows.forEach((row, key) => seen.push([key, row]));
    expect(seen).toEqual([...want]);
  });
});

describe('the order of rows', () => {
  const move = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    to: fc.nat(6),
    group: fc.constantFrom('g', 'h'),
    remove: fc.constantFrom(true, false, false),
  });

  test('is that of a list with the same inserts, moves and removals', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200, size: 'max' }), (moves) => {
        const tables = beginTransaction();
        const call = { tables, rules: () => ({ order: { position: 'at', within: 'of' } }) };
        const want: Record<string, string[]> = { g: [], h: [] };
        for (const { id, to, group, remove } of moves) {
          for (const one of ['g', 'h']) want[one] = (want[one] ?? []).filter((other) => other !== id);
          const before = tables.get('t', id);
          if (remove && before !== undefined) {
            tables.remove('t', id);
            closeGap(call, 't', before);
          } else if (!remove) {
            const at = Math.min(to, want[group]?.length ?? 0);
            tables.put('t', takePosition(call, 't', { id, of: group, at }, before));
            want[group]?.splice(at, 0, id);
          }
        }
        const places = (group: string) => new Map(tables.find('t', 'of', group).map(({ id, at }) => [id, at]));
        for (const group of ['g', 'h']) expect(places(group)).toEqual(new Map(want[group]?.map((id, at) => [id, at])));
      }),
    );
  });

  test('has the last position for rows without one, and is not checked for rows without a group', () => {
    const tables = beginTransaction();
    const call = { tables, rules: () => ({ order: { position: 'at', within: 'of' } }) };
    for (const id of ['a', 'b']) tables.put('t', takePosition(call, 't', { id, of: 'g' }));
    expect(tables.list('t').map(({ at }) => at)).toEqual([0, 1]);
    expect(() => takePosition(call, 't', { id: 'c', of: 'g', at: 3 })).toThrow('has to be a number from 0 to 2');
    expect(takePosition(call, 't', { id: 'c' })).toEqual({ id: 'c', at: 0 });
  });
});

describe('a world', () => {
  test('is not changed by writes to worlds that were created from it', () => {
    fc.assert(
      fc.property(fc.array(write), fc.array(write), fc.array(write), (before, left, right) => {
        const apply = (world: World, writes: typeof before): World => {
          const tables = beginTransaction(world);
          for (const { id, v, remove } of writes) {
            if (remove) tables.remove('t', id);
            else tables.put('t', { id, v });
            tables.find('t', 'v', 1);
            tables.putBlob(id, { bytes: new Uint8Array([1]), mediaType: String(v) });
            tables.nextNumber(id);
          }
          return tables.commit();
        };
        const text = (world: World): string => JSON.stringify(saveWorld(world));
        const start = apply(emptyWorld, before);
        const [was, alone] = [text(start), text(apply(apply(emptyWorld, before), right))];
        apply(start, left);
        expect(text(apply(start, right))).toBe(alone);
        expect(text(start)).toBe(was);
      }),
    );
  });

  test('is the same object after a call that only reads', () => {
    const world = beginTransaction().commit();
    expect(world).toBe(emptyWorld);
    const tables = beginTransaction(world);
    tables.find('t', 'v', 1);
    tables.remove('t', 'a');
    expect(tables.commit()).toBe(world);
  });

  test('is equal after it was saved as JSON and loaded', () => {
    const tables = beginTransaction();
    for (const id of ['b', '__proto__', 'a']) tables.put('t', { id, at: tables.rows('t').size });
    tables.put('__proto__', JSON.parse('{"id": "x", "__proto__": 1}') as Row);
    tables.putBlob('m', { bytes: new Uint8Array([0, 255, 7]), mediaType: 'a/b', fileName: 'f' });
    tables.nextNumber('constructor');
    tables.putCursor(3, { query: 'q', keys: ['a', 'b', 'c'] });
    tables.putCursor(5, { query: 'q', keys: ['a', 'n', 'b', 'c'] });
    const world = tables.commit();
    const saved = saveWorld(world);
    const loaded = loadWorld(JSON.parse(JSON.stringify(saved)));
    expect(saveWorld(loaded)).toEqual(saved);
    expect(saved.cursors).toEqual([
      { number: 3, query: 'q', head: 0, tail: 0, keys: ['a', 'b', 'c'] },
      { number: 5, query: 'q', head: 1, tail: 2, keys: ['n'] },
    ]);
    const after = beginTransaction(loaded);
    expect([after.get('t', 'a')?.['at'], after.nextNumber('constructor')]).toEqual([2, 2]);
    expect(after.blob('m')).toEqual({ bytes: new Uint8Array([0, 255, 7]), mediaType: 'a/b', fileName: 'f' });
  });

  test.each(
    readYaml<readonly { readonly rule: string; readonly saved: unknown }[]>(
      new URL('bad-worlds.yaml', import.meta.url),
    ),
  )('is rejected: $rule', ({ rule, saved }) => {
    expect(() => loadWorld(saved)).toThrow(new TypeError(`The saved world cannot be read: ${rule}.`));
  });
});
