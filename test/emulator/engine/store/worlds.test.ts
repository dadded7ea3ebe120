import type { Row } from '@speccast/emulator/capabilities';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { closeGap, emptyWorld, loadWorld, saveWorld, takePosition, Transaction, type World } from './store.js';

const begin = (world: World = emptyWorld): Transaction => new Transaction(world, (_table, row) => String(row['id']));

const write = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'),
  v: fc.constantFrom<Row[string]>(1, 2, '1', true, null, ['x', 'y'], ['y', 'y'], 'x'),
  isLast: fc.boolean(),
  remove: fc.boolean(),
});

describe('a table', () => {
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

  test('finds what looking at every row finds, in the order of insertion', () => {
    fc.assert(
      fc.property(fc.array(write), fc.constantFrom(1, '1', 'x', 'y', true, null), (writes, value) => {
        let tables = begin();
        for (const { id, v, isLast, remove } of writes) {
          if (remove) tables.remove('t', id);
          else tables.put('t', { id, v });
          // What is found in a world stays so, although others that share its rows are written.
          const before = tables.commit();
          const found = begin(before).find('t', 'v', value);
          if (isLast) tables = begin(before);
          else begin(before).put('t', { id: 'e', v });
          expect(begin(before).find('t', 'v', value)).toEqual(found);
          const has = (row: Row): boolean => (Array.isArray(row['v']) ? row['v'].includes(value) : row['v'] === value);
          const want = tables.list('t').filter(has);
          expect(tables.find('t', 'v', value)).toEqual(want);
        }
        expect(tables.rows('t').size).toEqual(tables.list('t').length);
      }),
    );
  });

  test('is that of a map that is written in the same way, however many rows are written', () => {
    const [tables, want] = [begin(), new Map<string, Row>()];
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

describe('an order', () => {
  const move = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    to: fc.nat(6),
    group: fc.constantFrom('g', 'h'),
    remove: fc.constantFrom(true, false, false),
  });

  test('is that of a list in which items are put and from which they are taken', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200, size: 'max' }), (moves) => {
        const tables = begin();
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

  test('has the last place for a row that states none, and none for one in no group', () => {
    const tables = begin();
    const call = { tables, rules: () => ({ order: { position: 'at', within: 'of' } }) };
    for (const id of ['a', 'b']) tables.put('t', takePosition(call, 't', { id, of: 'g' }));
    expect(tables.list('t').map(({ at }) => at)).toEqual([0, 1]);
    expect(() => takePosition(call, 't', { id: 'c', of: 'g', at: 3 })).toThrow('has to be a number from 0 to 2');
    expect(takePosition(call, 't', { id: 'c' })).toEqual({ id: 'c', at: 0 });
  });
});

describe('a world', () => {
  test('does not see what is written to another that came from it', () => {
    fc.assert(
      fc.property(fc.array(write), fc.array(write), fc.array(write), (before, left, right) => {
        const apply = (world: World, writes: typeof before): World => {
          const tables = begin(world);
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

  test('is the very same after a call that only reads', () => {
    const world = begin().commit();
    expect(world).toBe(emptyWorld);
    const tables = begin(world);
    tables.find('t', 'v', 1);
    tables.remove('t', 'a');
    expect(tables.commit()).toBe(world);
  });

  test('comes back from JSON as it was', () => {
    const tables = begin();
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
    const after = begin(loaded);
    expect([after.get('t', 'a')?.['at'], after.nextNumber('constructor')]).toEqual([2, 2]);
    expect(after.blob('m')).toEqual({ bytes: new Uint8Array([0, 255, 7]), mediaType: 'a/b', fileName: 'f' });
  });

  test.each(
    readYaml<readonly { readonly rule: string; readonly saved: unknown }[]>(
      new URL('bad-worlds.yaml', import.meta.url),
    ),
  )('is rejected where $rule', ({ rule, saved }) => {
    expect(() => loadWorld(saved)).toThrow(new TypeError(`The saved world cannot be read: ${rule}.`));
  });
});
