import { compareValues } from './compare-values.js';
import type { Derived } from './derived.js';
import { diffTrees } from './diff-trees.js';
import type { Entry, Row } from './row-index.js';
import { type Pair, SortedMap } from './sorted-map.js';
import type { Table } from './table.js';
import { emptyTree, insertAt, itemAt, itemsOf, lowerBound, type Owner, removeAt, type Tree, treeOf } from './tree.js';

/**
 * A substring index of the words in a table. Words are separated by spaces and indexed by all their substrings of up to three
 * characters.
 */
export interface Words extends Derived {
  readonly table: Table;
  /** Sequence numbers of the rows that have a word. */
  readonly rows: SortedMap<Tree<number>>;
  /** Words by substring. */
  readonly pieces: SortedMap<Tree<string>>;
  /** Rows with words that are too long for the index. */
  readonly others: Tree<number>;
}

/** The searched string of a row, in lower case. */
type TextOf = (row: Row) => string;

const longest = 64;

const pieceLength = 3;

/** Updates the index for the current version of a table. */
export function wordsOf(known: Words | undefined, table: Table, textOf: TextOf): Words {
  if (known === undefined) return build(table, textOf);
  if (known.table === table) return known;
  const owner: Owner = {};
  let words = known;
  const bySequence = (left: Entry, right: Entry): number => left.sequence - right.sequence;
  for (const { before, after } of diffTrees(known.table.inOrder, table.inOrder, bySequence)) {
    const [old, now] = [before, after].map((entry) => new Set(entry === undefined ? [] : split(textOf(entry.row))));
    const sequence = (after ?? before)?.sequence ?? 0;
    for (const word of old ?? []) if (now?.has(word) !== true) words = without(words, word, sequence, owner);
    for (const word of now ?? []) if (old?.has(word) !== true) words = withWord(words, word, sequence, owner);
  }
  return { ...words, table };
}

/** The rows that may contain a string in one of their words; undefined if these are many. */
export function rowsWith(words: Words, parts: readonly string[]): readonly number[] | undefined {
  const most = words.table.size / 2;
  let count = words.others.size;
  const found: Tree<number>[] = [words.others];
  for (const part of parts) {
    for (const word of wordsWith(words, part)) {
      const rows = words.rows.get(word) ?? emptyTree<number>();
      found.push(rows);
      if ((count += rows.size) > most) return undefined;
    }
  }
  const sequences = new Set(found.flatMap((rows) => [...itemsOf(rows)]));
  return [...sequences];
}

/** The row with a sequence number. */
export function entryOf({ inOrder }: Table, sequence: number): Entry | undefined {
  return itemAt(
    inOrder,
    lowerBound(inOrder, (entry) => entry.sequence < sequence),
  );
}

function* wordsWith({ pieces }: Words, part: string): Iterable<string> {
  const trees = piecesOf(part, [Math.min(part.length, pieceLength)]).map((piece) => pieces.get(piece));
  let rarest: Tree<string> | undefined;
  for (const tree of trees) {
    if (tree === undefined) return;
    if (rarest === undefined || tree.size < rarest.size) rarest = tree;
  }
  for (const word of rarest === undefined ? [] : itemsOf(rarest)) if (word.includes(part)) yield word;
}

function build(table: Table, textOf: TextOf): Words {
  const rows = new Map<string, number[]>();
  const others: number[] = [];
  for (const { row, sequence } of itemsOf(table.inOrder)) {
    for (const word of new Set(split(textOf(row)))) {
      if (word.length > longest) addTo(others, sequence);
      else fileUnder(rows, word, sequence);
    }
  }
  const pieces = new Map<string, string[]>();
  const words = [...rows.keys()].sort(compareValues);
  for (const word of words) for (const piece of piecesOf(word)) fileUnder(pieces, piece, word);
  const size = Math.ceil((words.length * 24 + table.size * 8) / 4);
  return { table, rows: mapOf(rows), pieces: mapOf(pieces), others: treeOf(others), size };
}

function fileUnder<Item>(files: Map<string, Item[]>, name: string, item: Item): void {
  const file = files.get(name);
  if (file === undefined) files.set(name, [item]);
  else file.push(item);
}

function addTo(sequences: number[], sequence: number): void {
  if (sequences.at(-1) !== sequence) sequences.push(sequence);
}

function mapOf<Item>(files: ReadonlyMap<string, readonly Item[]>): SortedMap<Tree<Item>> {
  const pairs = Array.from(files, ([key, items]): Pair<Tree<Item>> => ({ key, value: treeOf(items) }));
  pairs.sort((left, right) => compareValues(left.key, right.key));
  return new SortedMap(treeOf(pairs));
}

function withWord(words: Words, word: string, sequence: number, owner: Owner): Words {
  if (word.length > longest) return { ...words, others: withItem(words.others, sequence, owner) };
  const known = words.rows.get(word);
  const rows = words.rows.with(word, withItem(known ?? emptyTree(), sequence, owner), owner);
  if (known !== undefined) return { ...words, rows };
  let { pieces } = words;
  for (const piece of piecesOf(word))
    pieces = pieces.with(piece, withItem(pieces.get(piece) ?? emptyTree<string>(), word, owner), owner);
  return { ...words, rows, pieces };
}

function without(words: Words, word: string, sequence: number, owner: Owner): Words {
  if (word.length > longest) return { ...words, others: withoutItem(words.others, sequence, owner) };
  const left = withoutItem(words.rows.get(word) ?? emptyTree<number>(), sequence, owner);
  if (left.size > 0) return { ...words, rows: words.rows.with(word, left, owner) };
  let { pieces } = words;
  for (const piece of piecesOf(word)) {
    const file = withoutItem(pieces.get(piece) ?? emptyTree<string>(), word, owner);
    pieces = file.size === 0 ? pieces.without(piece, owner) : pieces.with(piece, file, owner);
  }
  return { ...words, rows: words.rows.without(word, owner), pieces };
}

function withItem<Item extends string | number>(items: Tree<Item>, item: Item, owner: Owner): Tree<Item> {
  const rank = lowerBound(items, (one) => one < item);
  return itemAt(items, rank) === item ? items : insertAt(items, rank, item, owner);
}

function withoutItem<Item extends string | number>(items: Tree<Item>, item: Item, owner: Owner): Tree<Item> {
  const rank = lowerBound(items, (one) => one < item);
  return itemAt(items, rank) === item ? removeAt(items, rank, owner) : items;
}

function split(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The substrings of a word, without duplicates. */
function piecesOf(word: string, lengths: readonly number[] = [1, 2, 3]): readonly string[] {
  const pieces = new Set<string>();
  for (const length of lengths)
    for (let at = 0; at + length <= word.length; at += 1) pieces.add(word.slice(at, at + length));
  return [...pieces];
}
