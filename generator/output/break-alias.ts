import { parameterLines } from './break-parameters.js';
import { placeType } from './break-type.js';
import { cut, indent, itemsOf, operandsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** An alias of a generic type with a line for each of several type arguments, or of a condition with a line for each outcome. */
export function breakAlias(whole: Line, { depth, width }: Room): string | undefined {
  const start = /^export type \w+(?:<[^<>]*>)? = /.exec(whole.code)?.[0].length ?? 0;
  if (start === 0 || !whole.code.endsWith(';')) return undefined;
  const type = cut(whole, start, -1);
  const head = whole.line.slice(0, start);
  const fits = (lines: readonly string[]): boolean => lines.every((one) => indent(depth).length + one.length <= width);
  const ways = [
    conditionLines(head, type) ?? argumentLines(head, type),
    valueBelow(whole, start),
    headLines(whole, start),
    typeLines(whole, start, { depth: 0, width: width - indent(depth).length }),
  ];
  const lines = ways.find((way) => way !== undefined && fits(way));
  return lines?.map((one) => indent(depth) + one).join('\n');
}

/** `export type Name<…> =` and what it stands for; where several parameters say more than their names, they break first. */
function valueBelow(whole: Line, start: number): readonly string[] | undefined {
  const type = cut(whole, start, -1);
  const head = whole.code.slice(0, start - ' = '.length);
  const several = head.includes(',') && / extends | = /.test(head);
  return isGeneric(type) && !several ? [whole.line.slice(0, start).trimEnd(), `  ${type.line};`] : undefined;
}

/** `export type Name<`, its parameters, and what it stands for. */
function headLines(whole: Line, start: number): readonly string[] | undefined {
  const open = whole.code.indexOf('<') + 1;
  const end = whole.code.indexOf('>');
  if (open === 0 || end > start || !isGeneric(cut(whole, start, -1))) return undefined;
  return parameterLines(whole, open, end);
}

function isGeneric({ code }: Line): boolean {
  return /^\w+<[^<>]*>$/.test(code);
}

/** The same where what it stands for takes several lines, too; its parameters break only where they have to. */
function typeLines(whole: Line, start: number, room: Room): readonly string[] | undefined {
  const head = whole.code.slice(0, start);
  const [type, open] = [cut(whole, start, -1), head.indexOf('<') + 1];
  if (open > 0 && !head.includes(',')) return undefined;
  const fits = start + type.code.indexOf('<') < room.width;
  const lines = fits ? [whole.line.slice(0, start)] : parameterLines(cut(whole, 0, start), open, head.lastIndexOf('>'));
  const placed = open === 0 && !fits ? undefined : placeType(type, { before: lines?.at(-1) ?? '', after: ';' }, room);
  return placed === undefined ? undefined : [...(lines ?? []).slice(0, -1), ...placed.split('\n')];
}

/** `A extends B`, `? C`, `: D;` */
function conditionLines(head: string, type: Line): readonly string[] | undefined {
  const [condition, outcomes, ...further] = operandsOf(type, '?');
  if (condition === undefined || outcomes === undefined || further.length > 0) return undefined;
  const [yes, no, ...others] = operandsOf(outcomes, ':');
  if (yes === undefined || no === undefined || others.length > 0) return undefined;
  return [head + condition.line, `  ? ${yes.line}`, `  : ${no.line};`];
}

/** `Name<`, the arguments, `>;` */
function argumentLines(head: string, type: Line): readonly string[] | undefined {
  const open = /^\w+<(?=[^<>]*>$)/.exec(type.code)?.[0].length ?? 0;
  if (open === 0) return undefined;
  const items = itemsOf(cut(type, open, -1));
  if (items.length < 2) return undefined;
  const last = items.length - 1;
  const middle = items.map((item, index) => `  ${item.line}${index < last ? ',' : ''}`);
  return [head + type.line.slice(0, open), ...middle, '>;'];
}
