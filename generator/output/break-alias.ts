import { cut, indent, itemsOf, operandsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** An alias of a generic type with a line for each of several type arguments, or of a condition with a line for each outcome. */
export function breakAlias(whole: Line, { depth, width }: Room): string | undefined {
  const start = /^export type \w+(?:<[^<>]*>)? = /.exec(whole.code)?.[0].length ?? 0;
  if (start === 0 || !whole.code.endsWith(';')) return undefined;
  const type = cut(whole, start, -1);
  const head = whole.line.slice(0, start);
  const lines = conditionLines(head, type) ?? argumentLines(head, type);
  if (lines === undefined) return undefined;
  const placed = lines.map((one) => indent(depth) + one);
  return placed.every((one) => one.length <= width) ? placed.join('\n') : undefined;
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
