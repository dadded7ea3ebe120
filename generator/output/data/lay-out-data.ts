import type { DataEntry, DataNode } from './data-node.js';

/** Longest line. */
const WIDTH = 120;

/** Keys up to this length keep their text on their line, however long it is. */
const SHORT_KEY = 4;

/** Where data stands: its first column, and the levels its lines are indented by. */
export interface DataPlace {
  readonly column: number;
  readonly depth: number;
}

/** A constant without its last semicolon as prettier lays it out: `head` and data; `undefined` where it takes other rules. */
export function layOutConstant(head: string, node: DataNode): string | undefined {
  const before = head.trimEnd();
  if (head.length < WIDTH) return prefix(head, layOutData(node, { column: head.length, depth: 0 }));
  const [, start = '', parameters = ''] = /^(export const \w+: \w+<)([\w, ]+)> =$/.exec(before) ?? [];
  const lines = parameters.split(', ').map((parameter) => `  ${parameter}`);
  if (before.length <= WIDTH || lines.length < 2) return prefix(`${before}\n  `, layOutData(node, { column: 2, depth: 1 }));
  return prefix(`${start}\n${lines.join(',\n')}\n> = `, layOutData(node, { column: '> = '.length, depth: 0 }));
}

/** What follows it is one character. */
function layOutData(node: DataNode, { column, depth }: DataPlace): string | undefined {
  if (node.text !== undefined && column + node.text.length < WIDTH) return node.text;
  if (column >= WIDTH) return undefined;
  if (node.kind === 'object') return surround('{', node.entries.map((entry) => layOutEntry(entry, depth + 1)), '}', depth);
  if (node.kind !== 'list' || node.items.every((item) => item.kind === 'number')) return undefined;
  const place = { column: 2 * (depth + 1), depth: depth + 1 };
  return surround('[', node.items.map((item) => layOutItem(item, place)), ']', depth);
}

/** A leaf that is too long for a line stands there all the same. */
function layOutItem(item: DataNode, place: DataPlace): string | undefined {
  return item.kind === 'list' || item.kind === 'object' ? layOutData(item, place) : item.text;
}

function layOutEntry({ key, value }: DataEntry, depth: number): string | undefined {
  if (key === undefined) return value.text;
  const column = 2 * depth + key.length + 2;
  if (value.kind === 'list' || value.kind === 'object') return prefix(`${key}: `, layOutData(value, { column, depth }));
  if (column + value.text.length < WIDTH || key.length <= SHORT_KEY) return `${key}: ${value.text}`;
  return value.kind === 'string' ? `${key}:\n${indent(depth + 1)}${value.text}` : undefined;
}

function surround(open: string, lines: readonly (string | undefined)[], close: string, depth: number): string | undefined {
  if (lines.includes(undefined)) return undefined;
  return `${open}\n${lines.map((line) => `${indent(depth + 1)}${line},\n`).join('')}${indent(depth)}${close}`;
}

function prefix(before: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : before + text;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
