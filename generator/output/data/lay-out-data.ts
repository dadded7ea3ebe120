import { countUneven } from './data-node.js';
import type { DataEntry, DataNode } from './data-node.js';

/** Longest line. */
const WIDTH = 120;

/** Keys up to this length keep their text on their line, however long it is. */
const SHORT_KEY = 4;

/** What stays behind its key, however long that is. */
const STAYS = /^(?:true|false|\d.*)$/;

/** Where data stands: its first column, and the levels its lines are indented by. */
export interface DataPlace {
  readonly column: number;
  readonly depth: number;
}

/** Where not even the first bracket fits behind the key, all of it goes to the next line. */
function layOutInner(key: string, value: DataNode, place: DataPlace): string | undefined {
  const { column, depth } = place;
  if (column < WIDTH) return prefix(`${key}: `, layOutData(value, place));
  return prefix(`${key}:\n${indent(depth + 1)}`, layOutData(value, { column: 2 * (depth + 1), depth: depth + 1 }));
}

/** A constant without its last semicolon as prettier lays it out: `head` and data; `undefined` where it takes other rules. */
export function layOutConstant(head: string, node: DataNode): string | undefined {
  const before = head.trimEnd();
  if (head.length < WIDTH) return prefix(head, layOutData(node, { column: head.length, depth: 0 }));
  const [, start = '', parameters = ''] = /^(export const \w+: \w+<)([\w, ]+)> =$/.exec(before) ?? [];
  const lines = parameters.split(', ').map((parameter) => `  ${parameter}`);
  if (before.length <= WIDTH || lines.length < 2)
    return prefix(`${before}\n  `, layOutData(node, { column: 2, depth: 1 }));
  return prefix(`${start}\n${lines.join(',\n')}\n> = `, layOutData(node, { column: '> = '.length, depth: 0 }));
}

/** What follows it is one character. */
function layOutData(node: DataNode, { column, depth }: DataPlace): string | undefined {
  const fits = fitsIn(node, column);
  if (fits === true) return node.text;
  if (fits === 'unknown' || column >= WIDTH) return undefined;
  if (node.kind === 'object')
    return surround(
      '{',
      node.entries.map((entry) => layOutEntry(entry, depth + 1)),
      '}',
      depth,
    );
  if (node.kind !== 'list') return undefined;
  if (node.items.every((item) => item.kind === 'number'))
    return surround('[', fillLines(node.items, depth + 1), ']', depth);
  const place = { column: 2 * (depth + 1), depth: depth + 1 };
  return surround(
    '[',
    node.items.map((item) => layOutItem(item, place)),
    ']',
    depth,
  );
}

/** Whether data fits on the rest of a line; `unknown` where that depends on how wide its characters are. */
function fitsIn({ text, uneven = 0 }: DataNode, column: number): boolean | 'unknown' {
  if (text === undefined) return false;
  const width = column + text.length;
  if (width + uneven < WIDTH) return true;
  return width - uneven < WIDTH ? 'unknown' : false;
}

/** A leaf that is too long for a line stands there all the same. */
function layOutItem(item: DataNode, place: DataPlace): string | undefined {
  return item.kind === 'list' || item.kind === 'object' ? layOutData(item, place) : item.text;
}

/** Numbers stand side by side; a line takes as many as fit, each with its comma. */
function fillLines(numbers: readonly DataNode[], depth: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const { text = '' } of numbers) {
    const longer = line === '' ? text : `${line}, ${text}`;
    if (2 * depth + longer.length >= WIDTH) lines.push(line);
    line = 2 * depth + longer.length >= WIDTH ? text : longer;
  }
  return [...lines, line];
}

function layOutEntry({ key, value }: DataEntry, depth: number): string | undefined {
  if (key === undefined) return value.text;
  const column = 2 * depth + key.length + 2;
  if (countUneven(key) > 0) return undefined;
  if (value.kind === 'list' || value.kind === 'object') return layOutInner(key, value, { column, depth });
  const fits = fitsIn(value, column);
  if (fits === true || key.length <= SHORT_KEY || STAYS.test(value.text)) return `${key}: ${value.text}`;
  if (fits === 'unknown') return undefined;
  return value.kind === 'string' ? `${key}:\n${indent(depth + 1)}${value.text}` : undefined;
}

function surround(
  open: string,
  lines: readonly (string | undefined)[],
  close: string,
  depth: number,
): string | undefined {
  if (lines.includes(undefined)) return undefined;
  return `${open}\n${lines.map((line) => `${indent(depth + 1)}${line},\n`).join('')}${indent(depth)}${close}`;
}

function prefix(before: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : before + text;
}

function indent(depth: number): string {
  return '  '.repeat(depth);
}
