import { median, printTable } from '../report.js';
import type { Row } from './payloads.js';

/** Costs of a call in one process: CPU nanoseconds of `is`, `first` and `all` (see `judges.mjs`), and bytes that a call of `is` allocates. */
export interface Result {
  readonly library: string;
  readonly row: string;
  readonly is: number;
  readonly first?: number;
  readonly all?: number;
  readonly bytes: number;
}

interface Tables {
  readonly rows: readonly Row[];
  /** Names of the libraries, ours first. */
  readonly libraries: readonly string[];
  readonly results: readonly Result[];
}

const words = { is: 'whether', first: 'first mistake', all: 'all mistakes' } as const;

/** Prints the results as Markdown: times with the ratio of the best rival to ours, and bytes a call. */
export function printTables({ rows, libraries, results }: Tables): string {
  /** Returns the medians of the runs of each library; NaN for a library without a result. */
  const medians = (row: Row, key: 'is' | 'first' | 'all' | 'bytes'): readonly number[] =>
    libraries.map((library) => {
      const own = results.filter((result) => result.library === library && result.row === row.name);
      return median(own.map((result) => result[key] ?? Number.NaN));
    });
  const measured = rows.flatMap((row) =>
    (row.wrong === undefined ? (['is'] as const) : (['is', 'first', 'all'] as const)).map((mode) => {
      const times = medians(row, mode);
      const [ours = Number.NaN, ...others] = times;
      const ratio = Math.min(...others.filter((time) => !Number.isNaN(time))) / ours;
      return { title: `${row.title}: ${words[mode]}`, times, ratio };
    }),
  );
  const ratios = measured.map(({ ratio }) => ratio).filter(Number.isFinite);
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  const bytes = rows
    .filter((row) => row.wrong === undefined)
    .map((row) => [row.title, ...medians(row, 'bytes').map((value) => (Number.isNaN(value) ? '' : value))]);
  return [
    printTable([
      ['What', ...libraries, 'best rival / ours'],
      ...measured.map(({ title, times, ratio }) => [title, ...times.map(printTime), ratio.toFixed(2)]),
    ]),
    `Geometric mean of the ratios: ${mean.toFixed(2)}`,
    printTable([['Bytes allocated by a call', ...libraries], ...bytes]),
  ].join('\n\n');
}

function printTime(nanoseconds: number): string {
  if (Number.isNaN(nanoseconds)) return '';
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(0)} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1000).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`;
}
