import { cut, indent, itemsOf } from './lines.js';
import type { Line, Room } from './lines.js';

/** `export interface Name<…> extends Base {` with a line for each type parameter. */
export function breakParameters(whole: Line, { depth, width }: Room): string | undefined {
  const start = /^export interface \w+</.exec(whole.code)?.[0].length ?? 0;
  const end = whole.code.indexOf('>', start);
  if (start === 0 || !/^> (?:extends \w+ )?\{$/.test(whole.code.slice(end))) return undefined;
  const lines = parameterLines(whole, start, end);
  const placed = lines?.map((line) => indent(depth) + line);
  return placed?.every((line) => line.length <= width) ? placed.join('\n') : undefined;
}

/** What goes up to the `<` before `start`, the parameters with a line each, and what follows from the `>` at `end` on. */
export function parameterLines(whole: Line, start: number, end: number): readonly string[] | undefined {
  if (/[<({[]/.test(whole.code.slice(start, end).replaceAll('[]', ''))) return undefined;
  const items = itemsOf(cut(whole, start, end)).map(({ line }) => `  ${line},`);
  return [whole.line.slice(0, start), ...items, whole.line.slice(end)];
}
