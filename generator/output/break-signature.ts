import { parameterLines } from './break-parameters.js';
import { placeType } from './break-type.js';
import { closingOf, cut, indent, itemsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** `function name(…): … {` or a method with a line for each parameter. */
export function breakSignature(whole: Line, { depth, width }: Room): string | undefined {
  const { line, code } = whole;
  const start = /^(?:(?:export )?function )?\w+(?:<[^<>(]*>)?\(/.exec(code)?.[0].length ?? 0;
  const end = closingOf(code, start - 1);
  if (start === 0 || !/^\): [^({]*\{$/.test(code.slice(end)) || /[({](?!\})/.test(code.slice(start, end)))
    return undefined;
  const parameters = itemsOf(cut(whole, start, end));
  if (parameters.length === 0) return undefined;
  const last = placeType(
    cut(whole, end + '): '.length, -' {'.length),
    { before: '): ', after: ' {' },
    { depth: 0, width: width - indent(depth).length },
  );
  const lines = [
    line.slice(0, start),
    ...parameters.map((one) => `  ${one.line},`),
    ...(last ?? line.slice(end)).split('\n'),
  ];
  const head = code[start - 2] === '>' && indent(depth).length + start > width;
  const broken = head ? breakTypeParameters(whole, [start, lines.slice(1)], { depth, width }) : lines;
  return broken?.map((one) => indent(depth) + one).join('\n');
}

/**
 * `function name<`, its type parameters, and the others in the line that closes them, or with a line for each (`rest`);
 * what is longer still is left to prettier.
 */
function breakTypeParameters(
  whole: Line,
  [start, rest]: readonly [number, readonly string[]],
  { depth, width }: Room,
): readonly string[] | undefined {
  const lines = parameterLines(whole, whole.code.indexOf('<') + 1, start - '>('.length);
  const fits = (one: string): boolean => indent(depth).length + one.length <= width;
  const broken = lines?.every(fits) === true ? lines : lines && [...lines.slice(0, -1), '>(', ...rest];
  return broken?.every(fits) === true ? broken : undefined;
}

/** A member whose type has type arguments or is an object besides a name, with a line for each of them or of its members. */
export function breakMember(whole: Line, room: Room): string | undefined {
  const start = /^readonly (?:\w+|q+)\??: (?=\w+(?:<| & \{ ))/.exec(whole.code)?.[0].length ?? 0;
  if (start === 0 || !/[>}];$/.test(whole.code)) return undefined;
  // A mere name stays where it is, however long that gets.
  if (/^\w+<\w+>;$/.test(whole.code.slice(start))) return indent(room.depth) + whole.line;
  return placeType(cut(whole, start, -1), { before: whole.line.slice(0, start), after: ';' }, room);
}

/** `export const name: Type<…> = {` with a line for each of several type arguments. */
export function breakTypeArguments({ line, code }: Line, { depth, width }: Room): string | undefined {
  const start = /^export const \w+: \w+</.exec(code)?.[0].length ?? 0;
  const end = code.indexOf('>', start);
  if (start === 0 || code.slice(end) !== '> = {' || /[<({[]/.test(code.slice(start, end))) return undefined;
  const items = itemsOf({ line: line.slice(start, end), code: code.slice(start, end) });
  if (items.length < 2) return undefined;
  const last = items.length - 1;
  const lines = [
    line.slice(0, start),
    ...items.map((item, index) => `  ${item.line}${index < last ? ',' : ''}`),
    line.slice(end),
  ];
  return lines.every((one) => one.length <= width) ? lines.map((one) => indent(depth) + one).join('\n') : undefined;
}
