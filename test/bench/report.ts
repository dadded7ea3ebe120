import { cpus } from 'node:os';

/** Prints rows as a table of Markdown, the first of them as its head: `[['Tool'], ['ours']]` → `| Tool |`, `| --- |`, `| ours |`. */
export function printTable([head = [], ...rows]: readonly (readonly unknown[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the middle one of some values, or `NaN` of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The processor of this machine: `AMD EPYC, 2 threads`. */
export const machine: string = `${cpus()[0]?.model ?? ''}, ${cpus().length} threads`;
