import { isBranch, type Tree } from './tree.js';

/** The change of one item between two versions of a sorted sequence. */
export interface Change<Item> {
  readonly before?: Item;
  readonly after?: Item;
}

/**
 * The differences of two versions of a sorted sequence, in order. Shared subtrees are skipped, so the time depends on the
 * number of changes. Items that `compare` finds equal but that are different objects are a change.
 */
export function* diffTrees<Item>(
  old: Tree<Item>,
  now: Tree<Item>,
  compare: (left: Item, right: Item) => number,
): Iterable<Change<Item>> {
  const [left, right] = [new Walk(old), new Walk(now)];
  while (!left.isDone || !right.isDone) {
    if (passShared(left, right)) continue;
    // A walk that has not ended has an item.
    const [before, after] = [left.item as Item, right.item as Item];
    const order = left.isDone ? 1 : right.isDone ? -1 : compare(before, after);
    if (order <= 0) left.step();
    if (order >= 0) right.step();
    if (order < 0) yield { before };
    else if (order > 0) yield { after };
    else if (before !== after) yield { before, after };
  }
}

/** Whether two sequences have equal items in the same order. Skips shared subtrees. */
export function haveSameItems<Item>(
  left: Tree<Item>,
  right: Tree<Item>,
  isSame: (left: Item, right: Item) => boolean,
): boolean {
  if (left.size !== right.size) return false;
  const [one, other] = [new Walk(left), new Walk(right)];
  while (!one.isDone && !other.isDone) {
    if (passShared(one, other)) continue;
    // Neither walk has ended.
    if (!isSame(one.item as Item, other.item as Item)) return false;
    one.step();
    other.step();
  }
  return true;
}

/** Skips a subtree if both walks are before the same one; opens the higher one if that may reach one. */
function passShared<Item>(left: Walk<Item>, right: Walk<Item>): boolean {
  const [one, other] = [left.next, right.next];
  if (one === undefined || other === undefined) return false;
  if (one === other) {
    left.pass();
    right.pass();
    return true;
  }
  if (one.level === 0 && other.level === 0) return false;
  if (one.level >= other.level) left.open();
  if (other.level >= one.level) right.open();
  return true;
}

/** Walks through a sequence by subtree or by item. */
class Walk<Item> {
  readonly #stack: Tree<Item>[];
  /** Number of items of the top leaf that were passed. */
  #at = 0;

  constructor(tree: Tree<Item>) {
    this.#stack = tree.size === 0 ? [] : [tree];
  }

  get isDone(): boolean {
    return this.#stack.length === 0;
  }

  /** The subtree at this position; undefined within a leaf and at the end. */
  get next(): Tree<Item> | undefined {
    return this.#at === 0 ? this.#stack.at(-1) : undefined;
  }

  get item(): Item | undefined {
    let node = this.#stack.at(-1);
    while (node !== undefined && isBranch(node)) node = node.children[0];
    return node?.items[this.#at];
  }

  pass(): void {
    this.#stack.pop();
  }

  open(): void {
    const node = this.#stack.pop();
    if (node === undefined || !isBranch(node)) return;
    for (let at = node.children.length - 1; at >= 0; at -= 1) this.#stack.push(...node.children.slice(at, at + 1));
  }

  step(): void {
    let node = this.#stack.at(-1);
    while (node !== undefined && isBranch(node)) {
      this.open();
      node = this.#stack.at(-1);
    }
    this.#at += 1;
    if (this.#at < (node?.size ?? 0)) return;
    this.#stack.pop();
    this.#at = 0;
  }
}
