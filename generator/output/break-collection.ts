import { closingOf, cut, indent, itemsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** `const name = new Set<…>([…]);` with a line for each of its texts. */
export function breakCollection(whole: Line, { depth, width }: Room): string | undefined {
  const { line, code } = whole;
  const start = /^(?:export )?const \w+ = (?:q+ )?new \w+(?:<\w+>)?\(\[/.exec(code)?.[0].length ?? 0;
  const end = closingOf(code, start - 1);
  if (start === 0 || code.slice(end) !== ']);') return undefined;
  const items = itemsOf(cut(whole, start, end));
  if (items.length < 2 || !items.every((item) => /^(?:q+|null|true|false)$/.test(item.code))) return undefined;
  const lines = [line.slice(0, start), ...items.map((item) => `  ${item.line},`), line.slice(end)];
  const placed = lines.map((one) => indent(depth) + one);
  return (placed[0] ?? '').length <= width ? placed.join('\n') : undefined;
}
