import { closingOf, indent, itemsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** An object or array of literals and names with a line for each entry, and those likewise where they are too long. */
export function breakData(whole: Line, room: Room): string | undefined {
  const { line, code } = whole;
  const bounds = dataBounds(code);
  if (bounds === undefined) return breakAfterKey(whole, room);
  const { start, end } = bounds;
  const items = itemsOf({ line: line.slice(start + 1, end), code: code.slice(start + 1, end) });
  // Prettier fills lines with numbers.
  if (items.length === 0 || (code[start] === '[' && items.some((item) => /^-?\d/.test(item.code)))) return undefined;
  const inner = { ...room, depth: room.depth + 1 };
  const placed = items.map((item) => placeItem({ line: `${item.line},`, code: `${item.code},` }, inner));
  if (placed.includes(undefined)) return undefined;
  return [
    `${indent(room.depth)}${line.slice(0, start + 1)}`,
    ...placed,
    `${indent(room.depth)}${line.slice(end)}`,
  ].join('\n');
}

/** Where the brackets of data are, on a line that holds nothing but data and what it belongs to. */
function dataBounds(code: string): { readonly start: number; readonly end: number } | undefined {
  const head = /^(?:\w+: \(\) => \(|export (?:type )?(?=\{)|(?:export )?const [^=]* = |(?:\w+|q+): )?(?=[[{])/.exec(
    code,
  )?.[0];
  if (head === undefined) return undefined;
  const [start, end] = [head.length, closingOf(code, head.length)];
  const tail = head.endsWith('(') ? /^\),?$/ : head.startsWith('export') ? /^;$|^ from q+;$/ : /^[,;]?$/;
  const isData = tail.test(code.slice(end + 1)) && !/[()`]|=>/.test(code.slice(start, end));
  return isData ? { start, end } : undefined;
}

/** An entry of data: on one line where it fits, else broken; a name or a literal is too long or not. */
export function placeItem(item: Line, room: Room): string | undefined {
  const placed = indent(room.depth) + item.line;
  return placed.length <= room.width && !hasManyObjects(item.code) ? placed : breakData(item, room);
}

/** A key that is so short that a line for its text would win nothing, in characters. */
const SHORT_KEY = 5;

/** `key:` and its text on the next line; behind a short key the text stays, however long it is. */
function breakAfterKey({ line, code }: Line, { depth, width }: Room): string | undefined {
  const key = /^(?:[\w$]+|q+):(?= q+,$)/.exec(code)?.[0] ?? '';
  const first = `${indent(depth)}${line.slice(0, key.length)}`;
  if (key === '' || first.length > width) return undefined;
  return key.length <= SHORT_KEY ? indent(depth) + line : `${first}\n${indent(depth + 1)}${line.slice(key.length + 1)}`;
}

/** Whether a line holds an array whose elements prettier puts on lines of their own: several, none of them trivial. */
export function hasManyObjects(code: string): boolean {
  if (!/\[\{.*\}, \{|\[\[.*\], \[/.test(code)) return false;
  return [...code.matchAll(/\[(?=[[{])/g)].some(({ index }) => {
    const inner = code.slice(index + 1, closingOf(code, index));
    const items = itemsOf({ line: inner, code: inner });
    return items.length > 1 && items.every((item) => item.code[0] === inner[0] && hasSeveral(item.code));
  });
}

function hasSeveral(code: string): boolean {
  const inner = code.slice(1, -1);
  return itemsOf({ line: inner, code: inner }).length > 1;
}
