import { cpus } from 'node:os';

/** Prints rows as a Markdown table. The first row is its head: `[['Tool'], ['ours']]` → `| Tool |`, `| ---- |`, `| ours |`. */
export function printTable(rows: readonly (readonly unknown[])[]): string {
  const [head = [], ...others] = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = head.map((name, column) => Math.max(3, name.length, ...others.map((row) => row[column]?.length ?? 0)));
  const all = [head, widths.map((width) => '-'.repeat(width)), ...others];
  return all.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`).join('\n');
}

/** Returns the median of values: `[3, 1, 2]` → `2`. Returns `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Description of the processor of this machine: `AMD EPYC, 2 threads`. */
export const machine: string = `${cpus()[0]?.model ?? ''}, ${cpus().length} threads`;
