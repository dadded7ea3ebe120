import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changesBetween,
  emptyWorld,
  itemsOf,
  mediaOf,
  saveWorld,
  Transaction,
  treeOf,
  type World,
  type WorldChange,
  WorldDraft,
} from './store.js';

const paths = { position: 'position', within: 'shelf' };

type Step = (transaction: Transaction) => void;

const key = fc.integer({ min: 0, max: 30 }).map((number) => `k${number}`);
const table = fc.constantFrom('books', 'notes', '__proto__');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(table, key, fc.jsonValue({ maxDepth: 2 })).map(([name, id, value]): Step => (transaction) => {
    // It was parsed from JSON.
    const more = JSON.parse(JSON.stringify(value)) as never;
    transaction.put(name, { id, shelf: id.length, more });
  }),
  fc.tuple(table, key).map(
    ([name, id]): Step =>
      (transaction) =>
        void transaction.remove(name, id),
  ),
  fc.tuple(key, fc.nat(5)).map(([id, position]): Step => (transaction) => {
    if (transaction.get('books', id) !== undefined)
      transaction.move('books', paths, { key: id, group: id.length }, position);
  }),
  fc.tuple(key, fc.uint8Array({ maxLength: 9 })).map(([id, bytes]): Step => (transaction) => {
    transaction.putBlob(id, mediaOf(bytes, { mediaType: 'a/b', fileName: id }));
  }),
  key.map(
    (id): Step =>
      (transaction) =>
        void transaction.removeBlob(id),
  ),
  key.map(
    (id): Step =>
      (transaction) =>
        void transaction.nextNumber(id),
  ),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('a', 'b')).map(([number, query]): Step => (transaction) => {
    const keys = [...transaction.table('books').keys()];
    transaction.putCursor(number, { query, items: treeOf(keys.map((key) => ({ key }))), weight: keys.length });
  }),
);

/** Transactions, and how many worlds to go back after each. */
const history = fc.array(fc.tuple(fc.array(step, { maxLength: 12 }), fc.nat(3)), { maxLength: 12 });

const inOrder = { rules: (name: string) => (name === 'books' ? paths : undefined) };

function worldsOf(transactions: readonly (readonly [readonly Step[], number])[]): readonly World[] {
  const worlds: World[] = [emptyWorld];
  for (const [steps, back] of transactions) {
    const transaction = new Transaction(worlds.at(-1) ?? emptyWorld, (_table, row) => String(row['id']), inOrder.rules);
    for (const apply of steps) apply(transaction);
    worlds.push(transaction.commit());
    if (back > 0) worlds.push(worlds.at(-1 - back) ?? emptyWorld);
  }
  return worlds;
}

/** Everything that a world holds, also what is not part of its saved state. */
function contentOf(world: World): unknown {
  const tables = Array.from(world.tables, ([name, { byKey, inOrder, next, order }]) => ({
    name,
    byKey: [...itemsOf(byKey)],
    inOrder: [...itemsOf(inOrder)],
    next,
    order: order && { ...order, byRank: [...itemsOf(order.byRank)], byKey: [...itemsOf(order.byKey)] },
  }));
  const { byNumber, newest, oldest, weight } = world.cursors;
  const lists = Array.from(byNumber, ([number, one]) => ({ ...one, number, items: [...itemsOf(one.items)] }));
  const { tables: _tables, ...saved } = saveWorld(world);
  return {
    ...saved,
    tables: new Map(tables.map((one) => [one.name, one])),
    lists,
    newest: [...newest],
    oldest,
    weight,
  };
}

function replayed(worlds: readonly World[]): World {
  const kept: Uint8Array[] = [];
  let found = emptyWorld;
  for (const [index, world] of worlds.entries()) {
    const changes = changesBetween(worlds[index - 1] ?? emptyWorld, world, ({ bytes }) => [
      [String(kept.push(bytes) - 1), bytes.length, 0, bytes.length],
    ]);
    const draft = new WorldDraft(found, ([[hash] = ['']], about) =>
      mediaOf(kept[Number(hash)] ?? new Uint8Array(), about),
    );
    // What is logged is JSON.
    for (const change of changes) draft.apply(JSON.parse(JSON.stringify(change)) as WorldChange);
    found = draft.world();
  }
  return found;
}

test('the changes of any history make an equal world', () => {
  fc.assert(
    fc.property(history, (transactions) => {
      const worlds = worldsOf(transactions);
      const last = worlds.at(-1) ?? emptyWorld;
      expect(contentOf(replayed(worlds))).toEqual(contentOf(last));
      expect(contentOf(replayed([last]))).toEqual(contentOf(last));
    }),
    { numRuns: 300 },
  );
});

test('a change of one row of many is one change', () => {
  const begin = (world: World) => new Transaction(world, (_table, row) => String(row['id']));
  const many = begin(emptyWorld);
  for (let number = 0; number < 10_000; number += 1) many.put('books', { id: `B${number}` });
  const before = many.commit();
  const one = begin(before);
  one.put('books', { id: 'B77', title: 'Emma' });
  one.remove('books', 'B99');
  expect([...changesBetween(before, one.commit(), () => [])]).toEqual([
    ['no row', 'books', 'B99'],
    ['row', 'books', 'B77', 78, { id: 'B77', title: 'Emma' }],
  ]);
});

test('a list is described by the one before', () => {
  const keys = Array.from({ length: 500 }, (_one, index) => ({ key: `k${index}` }));
  const first = new Transaction(emptyWorld, () => '');
  const items = treeOf(keys);
  first.putCursor(1, { query: 'q', items, weight: 500 });
  const before = first.commit();
  const second = new Transaction(before, () => '');
  second.putCursor(2, { query: 'q', items, weight: 0 });
  expect([...changesBetween(before, second.commit(), () => [])]).toEqual([
    ['list', 2, 'q', 0, 1, [[0, 500]]],
    ['newest', 'q', 2],
    ['lists', 1, 500],
  ]);
});
