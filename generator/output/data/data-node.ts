/** Data as it stands in the source of a constant: literals, names of other constants, and lists and objects of such. */
export type DataNode = DataLeaf | DataList | DataObject;

/** A string, number, `true`, `false`, `null`, a name or a spread name, as prettier writes it. */
export interface DataLeaf {
  readonly kind: 'string' | 'number' | 'word';
  readonly text: string;
  /** How many of its characters may take none or two columns instead of one. Default: none. */
  readonly uneven?: number;
}

/** An array literal. */
export interface DataList {
  readonly kind: 'list';
  readonly items: readonly DataNode[];
  /** All of it on one line; absent where it takes several in any case. */
  readonly text?: string;
  readonly uneven?: number;
}

/** An object literal. */
export interface DataObject {
  readonly kind: 'object';
  readonly entries: readonly DataEntry[];
  /** All of it on one line; absent where it takes several in any case. */
  readonly text?: string;
  readonly uneven?: number;
}

/** A property with its key as written, or a spread name without one. */
export interface DataEntry {
  readonly key?: string;
  readonly value: DataNode;
}

/** Makes an array literal of its items. */
export function listNode(items: readonly DataNode[]): DataList {
  if (items.some(isLong) || standApart(items)) return { kind: 'list', items };
  const uneven = sum(items);
  const text = `[${items.map((item) => item.text).join(', ')}]`;
  return text.length - uneven > LONGEST ? { kind: 'list', items } : { kind: 'list', items, text, uneven };
}

/** Makes an object literal; one that was written over several lines (`expanded`) stays so. */
export function objectNode(entries: readonly DataEntry[], expanded: boolean): DataObject {
  if (entries.length === 0) return { kind: 'object', entries, text: '{}' };
  if (expanded || entries.some(({ value }) => isLong(value))) return { kind: 'object', entries };
  const texts = entries.map(({ key, value }) => (key === undefined ? value.text : `${key}: ${value.text}`));
  const uneven =
    sum(entries.map((entry) => entry.value)) + entries.reduce((count, { key }) => count + countUneven(key ?? ''), 0);
  const text = `{ ${texts.join(', ')} }`;
  return text.length - uneven > LONGEST ? { kind: 'object', entries } : { kind: 'object', entries, text, uneven };
}

/** Texts longer than this fit no line: they are not even kept, or each level would hold those of all levels inside it. */
const LONGEST = 120;

/** Whether data fits no line, and so neither does what it stands in. */
function isLong({ text, uneven = 0 }: DataNode): boolean {
  return text === undefined || text.length - uneven > LONGEST;
}

/** Characters that may take two columns, or none: how wide they are is for prettier to say. */
// oxlint-disable-next-line no-misleading-character-class -- code units are counted here, combining ones among them
const UNEVEN = /[\u0300-\u036f\u1100-\u200f\u2060-\u209f\u20d0-\u20ff\u2300-\uffff]/g;

/** How many characters of a text may take two columns, or none. */
export function countUneven(text: string): number {
  return text.match(UNEVEN)?.length ?? 0;
}

function sum(nodes: readonly DataNode[]): number {
  return nodes.reduce((count, { uneven = 0 }) => count + uneven, 0);
}

/** Prettier gives items lines of their own where there are several, alike, and none of them trivial. */
function standApart(items: readonly DataNode[]): boolean {
  const [first] = items;
  return items.length > 1 && items.every((item) => item.kind === first?.kind && sizeOf(item) > 1);
}

function sizeOf(node: DataNode): number {
  if (node.kind === 'list') return node.items.length;
  return node.kind === 'object' ? node.entries.length : 0;
}
