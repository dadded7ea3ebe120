import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printTable } from '../report.js';

const sizes = [100, 10_000];

/** Highest allowed median among 10,000 rows, in microseconds, by the actions that `floors-worker.mjs` measures, in its order. */
const goals: Readonly<Record<string, number | undefined>> = {
  'a page of 50': 10_000,
  'an insert': 1000,
  'a fork': undefined,
};

/** Measures a page, an insert and a fork among few and among many rows, and prints medians in microseconds beside their goals. */
export function runFloors(): void {
  // In a separate process: tsx, which runs the benches, slows down functions that are created at run time.
  const worker = fileURLToPath(new URL('floors-worker.mjs', import.meta.url));
  const columns = sizes.map((size): readonly number[] =>
    JSON.parse(execFileSync(process.execPath, [worker, String(size)], { encoding: 'utf8' })),
  );
  const rows = Object.entries(goals).map(([name, goal], row) => [
    name,
    ...columns.map((column) => column[row]?.toFixed(0)),
    goal,
  ]);
  console.log(`\n${printTable([['Median, µs', ...sizes.map((size) => `${size} rows`), 'at most'], ...rows])}`);
}
