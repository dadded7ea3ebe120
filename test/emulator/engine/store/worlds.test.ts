import type { Row } from '@speccast/emulator/capabilities';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { emptyWorld, loadWorld, saveWorld, Transaction, treeOf, type World } from './store.js';

const paths = { position: 'at', within: 'of' };

const begin = (world: World = emptyWorld): Transaction =>
  new Transaction(
    world,
    (_table, row) => String(row['id']),
    (table) => (table === 'ordered' ? paths : undefined),
  );

const write = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'),
  v: fc.constantFrom<Row[string]>(1, 2, '1', true, null, ['x', 'y'], ['y', 'y'], 'x'),
  kind: fc.constantFrom('p', 'q'),
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

  test('counts and finds what looking at every row finds, in the order of insertion', () => {
    fc.assert(
      fc.property(fc.array(write), fc.constantFrom(1, '1', 'x', 'y', true, null), (writes, value) => {
        const tables = begin();
        for (const { id, v, kind, remove } of writes) {
          if (remove) tables.remove('t', id);
          else tables.put('t', { id, v, kind });
          const has = (row: Row): boolean => (Array.isArray(row['v']) ? row['v'].includes(value) : row['v'] === value);
          const want = tables.list('t').filter(has);
          expect(tables.find('t', 'v', value)).toEqual(want);
          expect(tables.count('t', 'v', value, { kind: 'p' })).toBe(want.filter((row) => row['kind'] === 'p').length);
          expect([...tables.found('t', { path: 'v' }, value, true)]).toEqual(want.toReversed());
        }
        expect([tables.first('t'), tables.last('t'), tables.size('t')]).toEqual([
          tables.list('t')[0],
          tables.list('t').at(-1),
          tables.list('t').length,
        ]);
      }),
    );
  });

  test('gives rows of one value sorted by a text', () => {
    const tables = begin();
    const texts = ['b', 'c', 'a', 'c'];
    for (const [index, text] of texts.entries()) tables.put('t', { id: String(index), of: 'x', text });
    const ids = [...tables.found('t', { path: 'of', by: 'text' }, 'x', true)].map(({ id }) => id);
    expect(ids).toEqual(['3', '1', '0', '2']);
  });
});

describe('an order', () => {
  const move = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    to: fc.nat(6),
    remove: fc.constantFrom(true, false, false),
  });

  test('is that of a list in which items are put and from which they are taken', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200, size: 'max' }), (moves) => {
        const tables = begin();
        let want: string[] = [];
        for (const { id, to, remove } of moves) {
          want = want.filter((one) => one !== id);
          const at = Math.min(to, want.length);
          if (remove) tables.remove('ordered', id);
          else {
            tables.move('ordered', paths, { key: id, group: 'g' }, at);
            tables.put('ordered', { id, of: 'g', at });
            want.splice(at, 0, id);
          }
        }
        const rows = tables.list('ordered').toSorted((left, right) => Number(left['at']) - Number(right['at']));
        expect(rows.map(({ id, at }) => [id, at])).toEqual(want.map((id, at) => [id, at]));
      }),
    );
  });

  test('takes a row at one and the same place a thousand times', () => {
    const tables = begin();
    for (let index = 0; index < 1000; index += 1) {
      const [key, at] = [String(index), Math.min(index, 1)];
      tables.move('ordered', paths, { key, group: 'g' }, at);
      tables.put('ordered', { id: key, of: 'g', at });
    }
    const at = (id: string): unknown => tables.get('ordered', id)?.['at'];
    expect([at('0'), at('999'), at('998'), at('1')]).toEqual([0, 1, 2, 999]);
  });

  test('is kept by rows that are stored one after the other', () => {
    const tables = begin();
    for (const id of ['a', 'b', 'c']) tables.put('ordered', { id, of: 'g', at: tables.count('ordered', 'of', 'g') });
    tables.remove('ordered', 'a');
    expect(tables.list('ordered').map(({ id, at }) => [id, at])).toEqual([
      ['b', 0],
      ['c', 1],
    ]);
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
    for (const id of ['b', '__proto__', 'a']) tables.put('ordered', { id, of: 'g', at: tables.size('ordered') });
    tables.put('__proto__', JSON.parse('{"id": "x", "__proto__": 1}') as Row);
    tables.move('ordered', paths, { key: 'a', group: 'g' }, 0);
    tables.putBlob('m', { bytes: new Uint8Array([0, 255, 7]), mediaType: 'a/b', fileName: 'f' });
    tables.nextNumber('constructor');
    const listOf = (...keys: string[]): ReturnType<typeof treeOf<{ key: string }>> =>
      treeOf(keys.map((key) => ({ key })));
    tables.putCursor(3, { query: 'q', items: listOf('a', 'b', 'c'), weight: 3 });
    tables.putCursor(5, { query: 'q', items: listOf('a', 'n', 'b', 'c'), weight: 1 });
    const world = tables.commit();
    const saved = saveWorld(world);
    const loaded = loadWorld(JSON.parse(JSON.stringify(saved)));
    expect(saveWorld(loaded)).toEqual(saved);
    expect(saved.cursors).toEqual([
      { number: 3, query: 'q', head: 0, tail: 0, keys: ['a', 'b', 'c'] },
      { number: 5, query: 'q', head: 1, tail: 2, keys: ['n'] },
    ]);
    const after = begin(loaded);
    expect([after.get('ordered', 'a')?.['at'], after.nextNumber('constructor')]).toEqual([0, 2]);
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
