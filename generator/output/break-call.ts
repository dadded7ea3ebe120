import { placeItem } from './break-data.js';
import { closingOf, cut, indent, itemsOf, placeWhole, wrap } from './lines.js';
import type { Line, Room } from './lines.js';

/** `name(…);`, or a constant that is one, with a line for each argument; where the last one is an object, it opens on the first line if that fits. */
export function breakCall(whole: Line, room: Room): string | undefined {
  const start = /^(?:const \w+ = (?:q+ )?)?\w+\(/.exec(whole.code)?.[0].length ?? 0;
  const end = closingOf(whole.code, start - 1);
  if (start === 0 || whole.code.slice(end) !== ');') return undefined;
  const items = itemsOf(cut(whole, start, end));
  const [last, ...others] = items.toReversed();
  if (last === undefined || others.some(isNested)) return undefined;
  const name = whole.line.slice(0, start);
  if (!isNested(last)) return breakAll(name, items, room);
  return isObject(last) ? (hugLast(name, items, room) ?? breakAll(name, items, room)) : undefined;
}

function breakAll(name: string, items: readonly Line[], { depth, width }: Room): string | undefined {
  const inner = { width, depth: depth + 1 };
  const placed = items.map((item) =>
    isNested(item) ? placeItem(wrap('', item, ','), inner) : `${indent(depth + 1)}${item.line},`,
  );
  return placed.includes(undefined) ? undefined : [indent(depth) + name, ...placed, `${indent(depth)});`].join('\n');
}

/** `name(a, b, {` and the entries of the object on lines of their own. */
function hugLast(name: string, items: readonly Line[], { depth, width }: Room): string | undefined {
  const before = items.slice(0, -1).map((item) => `${item.line}, `);
  const first = `${name}${before.join('')}{`;
  const last = items.at(-1) ?? { line: '', code: '' };
  if (placeWhole({ line: first, code: first }, { depth, width }) === undefined) return undefined;
  const entries = itemsOf(cut(last, 1, -1)).map((entry) =>
    placeItem(wrap('', entry, ','), { width, depth: depth + 1 }),
  );
  return entries.includes(undefined)
    ? undefined
    : [indent(depth) + first, ...entries, `${indent(depth)}});`].join('\n');
}

function isNested({ code }: Line): boolean {
  return /[()[\]{}]|=>/.test(code);
}

function isObject({ code }: Line): boolean {
  return code.startsWith('{') && closingOf(code, 0) === code.length - 1 && !/[()]|=>/.test(code) && code.length > 2;
}
