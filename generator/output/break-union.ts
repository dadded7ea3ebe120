import { closingOf, cut, indent, operandsOf, placeWhole, wrap } from './lines.js';
import type { Line, Room } from './lines.js';

/**
 * A member or an alias whose type is a union of names and literals, or a list of such: they stand on the next line or,
 * where they do not fit there, on a line each.
 */
export function breakUnion(whole: Line, room: Room): string | undefined {
  const head = /^(?:readonly (?:\w+|q+)\??:|export type \w+ =) /.exec(whole.code)?.[0] ?? '';
  if (head === '' || !whole.code.endsWith(';')) return undefined;
  const type = cut(whole, head.length, -1);
  const before = whole.line.slice(0, head.length).trimEnd();
  return breakList(type, before, room) ?? placeUnion(type, { before, after: ';', room });
}

/** `readonly (…)[]` opens its bracket on the first line. */
function breakList(type: Line, before: string, room: Room): string | undefined {
  const start = /^(?:readonly )?\(/.exec(type.code)?.[0].length ?? 0;
  if (start === 0 || type.code.slice(closingOf(type.code, start - 1)) !== ')[]') return undefined;
  const inner = cut(type, start, -')[]'.length);
  return placeUnion(inner, {
    before: `${before} ${type.line.slice(0, start)}`,
    after: `\n${indent(room.depth)})[];`,
    room,
  });
}

interface Around {
  readonly before: string;
  readonly after: string;
  readonly room: Room;
}

function placeUnion(union: Line, { before, after, room }: Around): string | undefined {
  const types = operandsOf(union, '|');
  if (types.length < 2 || !types.every(isSimple)) return undefined;
  const inner = { ...room, depth: room.depth + 1 };
  const [end = ''] = after.split('\n', 1);
  const single = placeWhole(wrap('', union, end), inner);
  const lines = single ?? `${types.map((type) => `${indent(inner.depth)}| ${type.line}`).join('\n')}${end}`;
  return `${indent(room.depth)}${before}\n${lines}${after.slice(end.length)}`;
}

/** A type that prettier leaves on its line, however long. */
function isSimple({ code }: Line): boolean {
  return /^(?:-?[\w$.]+|\(string & \{\}\))$/.test(code);
}
