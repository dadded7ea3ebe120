import { parameterLines } from './break-parameters.js';
import { closingOf, cut, indent, itemsOf, placeWhole, wrap } from './lines.js';
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
  const lines = [line.slice(0, start), ...parameters.map((one) => `  ${one.line},`), line.slice(end)];
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

/** A member whose type has several type arguments, with a line for each; a union among them takes one for each of its types where it must. */
export function breakMember(whole: Line, { depth, width }: Room): string | undefined {
  const start = /^readonly (?:\w+|q+)\??: \w+</.exec(whole.code)?.[0].length ?? 0;
  if (start === 0 || !whole.code.endsWith('>;') || /[{(]|=>/.test(whole.code)) return undefined;
  const items = itemsOf(cut(whole, start, -'>;'.length));
  // A mere name stays where it is, however long that gets.
  if (items.length === 1 && /^\w+$/.test(items[0]?.code ?? '')) return indent(depth) + whole.line;
  const placed = items.map((item, index) =>
    placeArgument(item, index < items.length - 1 ? ',' : '', { depth: depth + 1, width }),
  );
  if (items.length < 2 || placed.includes(undefined)) return undefined;
  return [indent(depth) + whole.line.slice(0, start), ...placed, `${indent(depth)}>;`].join('\n');
}

function placeArgument(item: Line, after: string, room: Room): string | undefined {
  const whole = placeWhole(wrap('', item, after), room);
  const types = typesOf(item);
  if (whole !== undefined || types.length < 2) return whole;
  const lines = types.map((type, index) => placeWhole(wrap('| ', type, index < types.length - 1 ? '' : after), room));
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

/** The types of a union, outside of brackets of any kind. */
function typesOf(item: Line): readonly Line[] {
  const masked = item.code.replace(/<[^<>]*>/g, (inner) => 'q'.repeat(inner.length));
  if (/[<>]/.test(masked)) return [item];
  const types: Line[] = [];
  let start = 0;
  for (const { index } of masked.matchAll(/ \| |$/g)) {
    types.push(cut(item, start, index));
    start = index + ' | '.length;
  }
  return types;
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
