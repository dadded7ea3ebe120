import { placeItem } from './break-data.js';
import { closingOf, cut, indent, itemsOf, placeWhole, wrap } from './lines.js';
import type { Line, Room } from './lines.js';

/**
 * `name(…);`, or one that is returned, a constant or part of a condition, with a line for each argument; where the last one
 * is an object or a list, it opens on the first line if that fits.
 */
export function breakCall(whole: Line, room: Room): string | undefined {
  const start = /^(?:return |(?:export )?const \w+(?:: \w+)? = (?:q+ )?|!)?\w+\(/.exec(whole.code)?.[0].length ?? 0;
  const end = closingOf(whole.code, start - 1);
  if (start === 0 || !/^\)(?:;| &&| \|\|)?$/.test(whole.code.slice(end))) return undefined;
  const items = itemsOf(cut(whole, start, end));
  const [last, ...others] = items.toReversed();
  if (last === undefined || others.some(isNested)) return undefined;
  const call = { name: whole.line.slice(0, start), items, tail: whole.line.slice(end) };
  if (!isNested(last)) return breakAll(call, room);
  return isCollection(last) ? (hugLast(call, room) ?? breakAll(call, room)) : undefined;
}

interface Call {
  /** What stands before the first argument. */
  readonly name: string;
  readonly items: readonly Line[];
  /** What follows the last argument. */
  readonly tail: string;
}

function breakAll({ name, items, tail }: Call, { depth, width }: Room): string | undefined {
  const inner = { width, depth: depth + 1 };
  const placed = items.map((item) =>
    isNested(item) ? placeItem(wrap('', item, ','), inner) : `${indent(depth + 1)}${item.line},`,
  );
  return placed.includes(undefined) ? undefined : [indent(depth) + name, ...placed, indent(depth) + tail].join('\n');
}

/** `name(a, b, {` and the entries of the object on lines of their own, or `name(a, b, [` and those of the list. */
function hugLast({ name, items, tail }: Call, { depth, width }: Room): string | undefined {
  const before = items.slice(0, -1).map((item) => `${item.line}, `);
  const last = items.at(-1) ?? { line: '', code: '' };
  const first = `${name}${before.join('')}${last.line.charAt(0)}`;
  if (placeWhole({ line: first, code: first }, { depth, width }) === undefined) return undefined;
  const entries = itemsOf(cut(last, 1, -1)).map((entry) =>
    placeItem(wrap('', entry, ','), { width, depth: depth + 1 }),
  );
  if (entries.includes(undefined)) return undefined;
  return [indent(depth) + first, ...entries, `${indent(depth)}${last.line.slice(-1)}${tail}`].join('\n');
}

function isNested({ code }: Line): boolean {
  return /[()[\]{}]|=>/.test(code);
}

/** An object or a list of data that is not empty; prettier fills lines with numbers, which are left to it. */
function isCollection({ code }: Line): boolean {
  if (!/^[[{]/.test(code) || closingOf(code, 0) !== code.length - 1 || code.length < 3) return false;
  return !/[()]|=>/.test(code) && !/^\[\s*-?\d/.test(code);
}
