import { cut, indent, wrap } from './lines.js';
import type { Line, Room } from './lines.js';

/** What stands before and after a type in its lines. */
export interface AroundType {
  readonly before: string;
  readonly after: string;
}

/**
 * A type in its place: on one line where it fits, else with a line for each type argument or each member of an object, and
 * those likewise; `undefined` for a type that is left to prettier.
 */
export function placeType(type: Line, { before, after }: AroundType, room: Room): string | undefined {
  const first = indent(room.depth) + before;
  if (first.length + type.line.length + after.length <= room.width) return first + type.line + after;
  const open = /^(?:\w+<|(?:\w+ & )?\{ )/.exec(type.code)?.[0] ?? '';
  if (open === '' || type.code.includes('=>') || closingOf(type.code, open.trimEnd().length) !== type.code.length - 1)
    return undefined;
  const isObject = open.endsWith('{ ');
  const inner = cut(type, open.length, isObject ? -' }'.length : -1);
  const depth = room.depth + 1;
  const parts = isObject ? placeMembers(inner, { ...room, depth }) : placeArguments(inner, { ...room, depth });
  if (parts === undefined || parts.includes(undefined)) return undefined;
  const last = `${indent(room.depth)}${isObject ? '}' : '>'}${after}`;
  return [first + type.line.slice(0, open.trimEnd().length), ...parts, last].join('\n');
}

type Placed = readonly (string | undefined)[] | undefined;

function placeMembers(members: Line, room: Room): Placed {
  return split(members, '; ').map((member) => {
    const name = /^readonly (?:\w+|q+)\??: /.exec(member.code)?.[0].length ?? 0;
    const before = member.line.slice(0, name);
    return name === 0 ? undefined : placeType(cut(member, name), { before, after: ';' }, room);
  });
}

/** The only argument stays in its line where that is a name or an object, which is left to prettier. */
function placeArguments(list: Line, room: Room): Placed {
  const items = split(list, ', ');
  if (items.length === 1 && /^\w+$|^\{/.test(list.code)) return undefined;
  return items.map((item, index) => placeUnion(item, index < items.length - 1 ? ',' : '', room));
}

/** One of several arguments: a union takes one line, or one for each of its types. */
function placeUnion(item: Line, after: string, room: Room): string | undefined {
  const whole = indent(room.depth) + item.line + after;
  const types = split(item, ' | ');
  if (whole.length <= room.width || types.length < 2) return placeType(item, { before: '', after }, room);
  if (types.some(({ code }) => code.includes('{'))) return undefined;
  const lines = types.map((type, index) => {
    const end = index < types.length - 1 ? '' : after;
    // What such a type opens stands behind its bar.
    const placed = placeType(wrap('', type, ''), { before: '', after: end }, { ...room, depth: room.depth + 1 });
    return placed?.replace(/^ {2}( *)/, '$1| ');
  });
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

/** What stands between the separators, outside of brackets of any kind. */
function split(whole: Line, separator: string): readonly Line[] {
  const parts: Line[] = [];
  let [open, start] = [0, 0];
  for (let index = 0; index < whole.code.length; index++) {
    const character = whole.code[index] ?? '';
    if ('([{<'.includes(character)) open++;
    else if (')]}>'.includes(character)) open--;
    else if (open === 0 && whole.code.startsWith(separator, index)) {
      parts.push(cut(whole, start, index));
      start = index + separator.length;
    }
  }
  return [...parts, cut(whole, start)];
}

/** Index of the bracket that closes the one before an index, type arguments included; past the end where none does. */
function closingOf(code: string, start: number): number {
  let open = 1;
  for (let index = start; index < code.length; index++) {
    if ('([{<'.includes(code[index] ?? '')) open++;
    if (')]}>'.includes(code[index] ?? '') && --open === 0) return index;
  }
  return code.length;
}
