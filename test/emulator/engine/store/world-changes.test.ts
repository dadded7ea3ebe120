import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyChange,
  changesBetween,
  emptyWorld,
  createMedia,
  saveWorld,
  Transaction,
  type World,
  type WorldChange,
} from './store.js';

type Step = (transaction: Transaction) => void;

const key = fc.integer({ min: 0, max: 30 }).map((number) => `k${number}`);
const table = fc.constantFrom('books', 'notes', '__proto__');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(table, key, fc.jsonValue({ maxDepth: 2 })).map(([name, id, value]): Step => (transaction) => {
    // Rows are typed more narrowly than fast-check's JSON.
    const more = JSON.parse(JSON.stringify(value)) as never;
    transaction.put(name, { id, shelf: id.length, more });
  }),
  fc.tuple(table, key).map(
    ([name, id]): Step =>
      (transaction) =>
        void transaction.remove(name, id),
  ),
  fc.tuple(key, fc.uint8Array({ maxLength: 9 })).map(([id, bytes]): Step => (transaction) => {
    transaction.putBlob(id, createMedia(bytes, { mediaType: 'a/b', fileName: id }));
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
    transaction.putCursor(number, { query, keys: [...transaction.rows('books').keys()] });
  }),
);

/** Transactions, and the number of worlds to go back after each. */
const history = fc.array(fc.tuple(fc.array(step, { maxLength: 12 }), fc.nat(3)), { maxLength: 12 });

function createWorlds(transactions: readonly (readonly [readonly Step[], number])[]): readonly World[] {
  const worlds: World[] = [emptyWorld];
  for (const [steps, back] of transactions) {
    const transaction = new Transaction(worlds.at(-1) ?? emptyWorld, (_table, row) => String(row['id']));
    for (const apply of steps) apply(transaction);
    worlds.push(transaction.commit());
    if (back > 0) worlds.push(worlds.at(-1 - back) ?? emptyWorld);
  }
  return worlds;
}

/** Returns the content of a world, without empty tables. */
function readContent(world: World): unknown {
  const { tables, blobs, sequences } = saveWorld(world);
  return {
    tables: new Map(tables.filter(({ rows }) => rows.length > 0).map((one) => [one.name, one.rows])),
    blobs: new Map(blobs.map((one) => [one.key, one])),
    sequences: new Map(sequences),
    cursors: new Map(world.cursors),
  };
}

function replayChanges(worlds: readonly World[]): World {
  const kept: Uint8Array[] = [];
  let found = emptyWorld;
  for (const [index, world] of worlds.entries()) {
    const changes = changesBetween(worlds[index - 1] ?? emptyWorld, world, ({ bytes }) => [
      [String(kept.push(bytes) - 1), bytes.length, 0, bytes.length],
    ]);
    const draft = new Transaction(found, () => '');
    for (const change of changes)
      // The log has changes as JSON.
      applyChange(draft, JSON.parse(JSON.stringify(change)) as WorldChange, ([[hash] = ['']], about) =>
        createMedia(kept[Number(hash)] ?? new Uint8Array(), about),
      );
    found = draft.commit();
  }
  return found;
}

test('replaying the changes of any history results in an equal world', () => {
  fc.assert(
    fc.property(history, (transactions) => {
      const worlds = createWorlds(transactions);
      const last = worlds.at(-1) ?? emptyWorld;
      expect(readContent(replayChanges(worlds))).toEqual(readContent(last));
      expect(readContent(replayChanges([last]))).toEqual(readContent(last));
    }),
    { numRuns: 300 },
  );
});

test('a change of one row of many is one change', () => {
  const beginTransaction = (world: World) => new Transaction(world, (_table, row) => String(row['id']));
  const many = beginTransaction(emptyWorld);
  for (let number = 0; number < 10_000; number += 1) many.put('books', { id: `B${number}` });
  const before = many.commit();
  const one = beginTransaction(before);
  one.put('books', { id: 'B77', title: 'Emma' });
  one.remove('books', 'B99');
  expect([...changesBetween(before, one.commit(), () => [])]).toEqual([
    ['no row', 'books', 'B99'],
    ['row', 'books', 'B77', { id: 'B77', title: 'Emma' }],
  ]);
});

test('a row that was removed and inserted again is last', () => {
  const beginTransaction = (world: World) => new Transaction(world, (_table, row) => String(row['id']));
  const first = beginTransaction(emptyWorld);
  for (const id of ['a', 'b', 'c']) first.put('books', { id });
  const before = first.commit();
  const second = beginTransaction(before);
  second.remove('books', 'b');
  second.put('books', { id: 'b' });
  const changes = [...changesBetween(before, second.commit(), () => [])];
  expect(changes).toEqual([
    ['no row', 'books', 'b'],
    ['row', 'books', 'b', { id: 'b' }],
  ]);
});

test('a list is described by its difference to the previous one', () => {
  const keys = Array.from({ length: 500 }, (_one, index) => `k${index}`);
  const first = new Transaction(emptyWorld, () => '');
  first.putCursor(1, { query: 'q', keys });
  const before = first.commit();
  const second = new Transaction(before, () => '');
  second.putCursor(2, { query: 'q', keys: keys.toSpliced(100, 1, 'new') });
  expect([...changesBetween(before, second.commit(), () => [])]).toEqual([['list', 2, 'q', 1, 100, 399, ['new']]]);
});
