import { cpus } from 'node:os';

/** Prints rows as a Markdown table. The first row is its head: `[['Tool'], ['ours']]` → `| Tool |`, `| --- |`, `| ours |`. */
export function printTable([head = [], ...rows]: readonly (readonly unknown[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the median of values: `[3, 1, 2]` → `2`. Returns `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Description of the processor of this machine: `AMD EPYC, 2 threads`. */
export const machine: string = `${cpus()[0]?.model ?? ''}, ${cpus().length} threads`;
