/**
 * A sequence that never changes in place: a change makes a new one that shares all but one path with the old one, so a
 * world is forked by keeping its trees. What is sorted is found by binary search (`lowerBound`); ranks come from sizes.
 *
 * Packages import nothing from outside, so a library would have to be copied in. Of those that are well kept (sorted-btree,
 * immutable) none has ranks, shared subtrees that can be skipped when two versions are compared, and changes in place of
 * what one transaction made; hence this one.
 */
export type Tree<Item> = Leaf<Item> | Branch<Item>;

/** The transaction that may change a node in place, because it created it. */
export type Owner = object;

/** The lowest level: the items themselves. */
export interface Leaf<Item> {
  readonly level: 0;
  readonly size: number;
  readonly items: readonly Item[];
  readonly owner: Owner | undefined;
}

/** A level above: subtrees, all of the level below. */
export interface Branch<Item> {
  readonly level: number;
  readonly size: number;
  readonly children: readonly Tree<Item>[];
  readonly owner: Owner | undefined;
}

const widest = 48;
const narrow = 12;

const empty: Leaf<never> = { level: 0, size: 0, items: [], owner: undefined };

/** An empty sequence. */
export function emptyTree<Item>(): Tree<Item> {
  return empty;
}

/** Creates a sequence, in linear time. */
export function treeOf<Item>(items: readonly Item[], owner?: Owner): Tree<Item> {
  if (items.length === 0) return empty;
  let nodes: readonly Tree<Item>[] = groups(items).map((some) => leafOf(some, owner));
  while (nodes.length > 1) nodes = groups(nodes).map((some) => branchOf(some, owner));
  return nodes[0] ?? empty;
}

function groups<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / widest);
  return Array.from({ length: count }, (_one, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}

/** The item at a rank from 0; undefined beyond the end. */
export function itemAt<Item>(tree: Tree<Item>, rank: number): Item | undefined {
  if (rank < 0 || rank >= tree.size) return undefined;
  let node = tree;
  let rest = rank;
  while (isBranch(node)) {
    const next = childOfRank(node, rest);
    [node, rest] = [next.child, next.rest];
  }
  return node.items[rest];
}

/** The last item. */
export function lastItem<Item>(tree: Tree<Item>): Item | undefined {
  return itemAt(tree, tree.size - 1);
}

/** The first item. */
export function firstItem<Item>(tree: Tree<Item>): Item | undefined {
  let node = tree;
  while (isBranch(node)) node = childAt(node, 0);
  return node.items[0];
}

/** Number of items before a position in a sorted sequence. `isBefore` is true for these, and false for all others. */
export function lowerBound<Item>(tree: Tree<Item>, isBefore: (item: Item) => boolean): number {
  let node = tree;
  let rank = 0;
  while (isBranch(node)) {
    const at = Math.max(0, countBefore(node.children, (child) => isFirstBefore(child, isBefore)) - 1);
    for (let index = 0; index < at; index += 1) rank += childAt(node, index).size;
    node = childAt(node, at);
  }
  return rank + countBefore(node.items, isBefore);
}

/** Items by rank; `to` is exclusive. */
export function* itemsOf<Item>(tree: Tree<Item>, from = 0, to: number = tree.size): Iterable<Item> {
  if (from >= to) return;
  if (!isBranch(tree)) return yield* from === 0 && to >= tree.size ? tree.items : tree.items.slice(from, to);
  let start = 0;
  for (const child of tree.children) {
    if (start >= to) return;
    if (start + child.size > from) yield* itemsOf(child, Math.max(0, from - start), Math.min(child.size, to - start));
    start += child.size;
  }
}

/** Inserts an item at a rank. */
export function insertAt<Item>(tree: Tree<Item>, rank: number, item: Item, owner?: Owner): Tree<Item> {
  const nodes = inserted(tree, { rank, item }, owner);
  return nodes.length === 1 ? (nodes[0] ?? empty) : branchOf([...nodes], owner);
}

/** Replaces the item at a rank. */
export function replaceAt<Item>(tree: Tree<Item>, rank: number, item: Item, owner?: Owner): Tree<Item> {
  if (!isBranch(tree)) {
    const leaf = ownLeaf(tree, owner);
    leaf.items[rank] = item;
    return leaf;
  }
  const { at, child, rest } = childOfRank(tree, rank);
  const branch = ownBranch(tree, owner);
  branch.children[at] = replaceAt(child, rest, item, owner);
  return branch;
}

/** Removes the item at a rank. */
export function removeAt<Item>(tree: Tree<Item>, rank: number, owner?: Owner): Tree<Item> {
  let node = removed(tree, rank, owner);
  while (isBranch(node) && node.children.length <= 1) node = node.children[0] ?? empty;
  return node;
}

/** Whether a node holds subtrees. */
export function isBranch<Item>(tree: Tree<Item>): tree is Branch<Item> {
  return tree.level > 0;
}

interface OwnLeaf<Item> extends Leaf<Item> {
  size: number;
  readonly items: Item[];
}

interface OwnBranch<Item> extends Branch<Item> {
  size: number;
  readonly children: Tree<Item>[];
}

function leafOf<Item>(items: Item[], owner: Owner | undefined): OwnLeaf<Item> {
  return { level: 0, size: items.length, items, owner };
}

function branchOf<Item>(children: Tree<Item>[], owner: Owner | undefined): OwnBranch<Item> {
  let size = 0;
  for (const child of children) size += child.size;
  return { level: (children[0]?.level ?? 0) + 1, size, children, owner };
}

/** The node itself if the owner created it, else a copy. */
function ownLeaf<Item>(leaf: Leaf<Item>, owner: Owner | undefined): OwnLeaf<Item> {
  // A node of this owner was made by `leafOf`, and nobody else sees it yet.
  return owner !== undefined && leaf.owner === owner ? (leaf as OwnLeaf<Item>) : leafOf([...leaf.items], owner);
}

function ownBranch<Item>(branch: Branch<Item>, owner: Owner | undefined): OwnBranch<Item> {
  // A node of this owner was made by `branchOf`, and nobody else sees it yet.
  if (owner !== undefined && branch.owner === owner) return branch as OwnBranch<Item>;
  return { level: branch.level, size: branch.size, children: [...branch.children], owner };
}

function inserted<Item>(
  tree: Tree<Item>,
  { rank, item }: { readonly rank: number; readonly item: Item },
  owner: Owner | undefined,
): readonly Tree<Item>[] {
  const isAppended = rank === tree.size;
  if (!isBranch(tree)) {
    const leaf = ownLeaf(tree, owner);
    leaf.items.splice(rank, 0, item);
    leaf.size += 1;
    return leaf.size <= widest ? [leaf] : halves(leaf.items, isAppended).map((some) => leafOf(some, owner));
  }
  const { at, child, rest } = childOfRank(tree, rank);
  const branch = ownBranch(tree, owner);
  branch.children.splice(at, 1, ...inserted(child, { rank: rest, item }, owner));
  branch.size += 1;
  return branch.children.length <= widest
    ? [branch]
    : halves(branch.children, isAppended).map((some) => branchOf(some, owner));
}

/** Leaves remain full when items are appended. */
function halves<Item>(items: readonly Item[], isAppended: boolean): readonly Item[][] {
  const middle = isAppended ? items.length - 1 : items.length >> 1;
  return [items.slice(0, middle), items.slice(middle)];
}

function removed<Item>(tree: Tree<Item>, rank: number, owner: Owner | undefined): Tree<Item> {
  if (!isBranch(tree)) {
    const leaf = ownLeaf(tree, owner);
    leaf.items.splice(rank, 1);
    leaf.size -= 1;
    return leaf;
  }
  const { at, child, rest } = childOfRank(tree, rank);
  const branch = ownBranch(tree, owner);
  const less = removed(child, rest, owner);
  branch.size -= 1;
  if (less.size === 0) branch.children.splice(at, 1);
  else branch.children[at] = less;
  if (less.size > 0 && widthOf(less) < narrow) join(branch, at === 0 ? 0 : at - 1, owner);
  return branch;
}

/** Merges two neighbours if they fit. */
function join<Item>({ children }: OwnBranch<Item>, at: number, owner: Owner | undefined): void {
  const [left, right] = [children[at], children[at + 1]];
  if (left === undefined || right === undefined || widthOf(left) + widthOf(right) > widest) return;
  const one =
    isBranch(left) && isBranch(right)
      ? branchOf([...left.children, ...right.children], owner)
      : leafOf([...itemsOf(left), ...itemsOf(right)], owner);
  children.splice(at, 2, one);
}

function widthOf<Item>(tree: Tree<Item>): number {
  return isBranch(tree) ? tree.children.length : tree.items.length;
}

interface RankedChild<Item> {
  readonly at: number;
  readonly child: Tree<Item>;
  /** Rank in the child. */
  readonly rest: number;
}

/** The child that contains a rank. The end belongs to the last child. */
function childOfRank<Item>(branch: Branch<Item>, rank: number): RankedChild<Item> {
  let rest = rank;
  let at = 0;
  for (; at < branch.children.length - 1; at += 1) {
    const { size } = childAt(branch, at);
    if (rest < size) break;
    rest -= size;
  }
  return { at, child: childAt(branch, at), rest };
}

function childAt<Item>({ children }: Branch<Item>, at: number): Tree<Item> {
  return children[at] ?? empty;
}

function isFirstBefore<Item>(tree: Tree<Item>, isBefore: (item: Item) => boolean): boolean {
  let node = tree;
  while (isBranch(node)) node = childAt(node, 0);
  // A leaf with items has a first one.
  return node.items.length > 0 && isBefore(node.items[0] as Item);
}

function countBefore<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // The middle lies between the two.
    if (isBefore(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
