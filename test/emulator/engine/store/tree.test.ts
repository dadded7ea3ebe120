import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  diffTrees,
  haveSameItems,
  insertAt,
  itemAt,
  itemsOf,
  lowerBound,
  removeAt,
  replaceAt,
  treeOf,
  type Tree,
} from './store.js';

interface Item {
  readonly key: number;
  readonly text: string;
}

const byKey = (left: Item, right: Item): number => left.key - right.key;
const rankOf = (tree: Tree<Item>, key: number): number => lowerBound(tree, (item) => item.key < key);
const itemsFor = (count: number, step = 1): Item[] =>
  Array.from({ length: count }, (_one, index) => ({ key: index * step, text: '' }));

function put(tree: Tree<Item>, item: Item, owner?: object): Tree<Item> {
  const rank = rankOf(tree, item.key);
  return (itemAt(tree, rank)?.key === item.key ? replaceAt : insertAt)(tree, rank, item, owner);
}

function drop(tree: Tree<Item>, key: number, owner?: object): Tree<Item> {
  const rank = rankOf(tree, key);
  return itemAt(tree, rank)?.key === key ? removeAt(tree, rank, owner) : tree;
}

const change = fc.record({ key: fc.nat(400), text: fc.string({ maxLength: 2 }), remove: fc.boolean() });
const changes = fc.array(change, { maxLength: 300, size: 'max' });

type Changes = readonly { readonly key: number; readonly text: string; readonly remove: boolean }[];

function changed(tree: Tree<Item>, list: Changes, owner?: object): Tree<Item> {
  let now = tree;
  for (const { key, text, remove } of list) now = remove ? drop(now, key, owner) : put(now, { key, text }, owner);
  return now;
}

/** What the changes make of items in a map, in order. */
function changedItems(items: readonly Item[], list: Changes): readonly Item[] {
  const map = new Map(items.map((item) => [item.key, item]));
  for (const { key, text, remove } of list)
    if (remove) map.delete(key);
    else map.set(key, { key, text });
  return [...map.values()].toSorted(byKey);
}

describe.each([
  ['alone', undefined],
  ['in place', {}],
])('changes made %s', (_name, owner) => {
  test('give what a map gives, in order, by rank and by range, and leave what was handed out before as it is', () => {
    fc.assert(
      fc.property(fc.nat(300), changes, changes, fc.nat(400), fc.nat(400), (count, list, later, from, to) => {
        const tree = changed(treeOf(itemsFor(count)), list, owner);
        const want = changedItems(itemsFor(count), list);
        expect([...itemsOf(tree)]).toEqual(want);
        expect(tree.size).toBe(want.length);
        expect([...itemsOf(tree, from, to)]).toEqual(want.slice(from, Math.max(from, to)));
        expect(itemAt(tree, from)).toEqual(want[from]);
        expect(rankOf(tree, to)).toBe(want.filter(({ key }) => key < to).length);
        changed(tree, later, {});
        expect([...itemsOf(tree)]).toEqual(want);
      }),
    );
  });
});

test('what differs between two versions is what a comparison of all items finds', () => {
  fc.assert(
    fc.property(fc.nat(300), changes, (count, list) => {
      const start = itemsFor(count);
      const old = treeOf(start);
      const now = changed(old, list);
      const before = new Map(start.map((item) => [item.key, item]));
      const after = new Map([...itemsOf(now)].map((item) => [item.key, item]));
      const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((left, right) => left - right);
      const want = keys
        .filter((key) => before.get(key) !== after.get(key))
        .map((key) => ({
          ...(before.has(key) && { before: before.get(key) }),
          ...(after.has(key) && { after: after.get(key) }),
        }));
      expect([...diffTrees(old, now, byKey)]).toEqual(want);
      expect(haveSameItems(old, now, (left, right) => left === right)).toBe(want.length === 0);
    }),
  );
});

test('unrelated sequences are compared item by item', () => {
  const [left, right] = [treeOf(itemsFor(500)), treeOf(itemsFor(500))];
  expect(haveSameItems(left, right, (one, other) => one.key === other.key)).toBe(true);
  expect(haveSameItems(left, treeOf(itemsFor(500, 2)), (one, other) => one.key === other.key)).toBe(false);
});

describe('the work for 100,000 items', () => {
  const tree = treeOf(itemsFor(100_000, 2));

  test('finding one looks at few', () => {
    let looks = 0;
    lowerBound(tree, ({ key }) => (looks += 1) > 0 && key < 123_457);
    expect(looks).toBeLessThan(30);
  });

  test('comparing with a version of three changes looks at the leaves that changed', () => {
    let now = put(tree, { key: 1, text: '' });
    now = drop(now, 100_000);
    now = put(now, { key: 150_000, text: 'x' });
    let looks = 0;
    const found = [...diffTrees(tree, now, (left, right) => ((looks += 1) > 0 ? byKey(left, right) : 0))];
    expect(found).toHaveLength(3);
    expect(looks).toBeLessThan(400);
  });

  test('a change shares all but one path', () => {
    const leaves = (node: Tree<Item>): readonly Tree<Item>[] =>
      'children' in node ? node.children.flatMap((child) => leaves(child)) : [node];
    const known = new Set(leaves(tree));
    const now = put(tree, { key: 77_777, text: '' });
    expect(leaves(now).filter((leaf) => !known.has(leaf)).length).toBeLessThanOrEqual(2);
  });
});
