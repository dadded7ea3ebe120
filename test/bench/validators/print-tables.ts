import type { Library } from './libraries.js';
import type { Row } from './rows.js';
import type { Measured } from './worker.js';

/** What one process measured. */
export interface Result extends Measured {
  readonly library: string;
  readonly row: string;
}

/** Bytes in an application, minified and gzipped; `judge` without the reasons, where that can be had. */
export interface Size {
  readonly library: string;
  readonly all: number;
  readonly judge: number | undefined;
}

interface Tables {
  readonly rows: readonly Row[];
  readonly libraries: readonly Library[];
  readonly results: readonly Result[];
  readonly sizes: readonly Size[];
}

type Mode = 'is' | 'first' | 'all';

const words: Readonly<Record<Mode, string>> = { is: 'whether', first: 'first mistake', all: 'all mistakes' };

/** The results as Markdown: times with the ratio of the best rival to ours, bytes a call, and sizes. */
export function printTables(tables: Tables): string {
  return [...printTimes(tables), '', ...printBytes(tables), '', ...printSizes(tables)].join('\n');
}

function printTimes({ rows, libraries, results }: Tables): readonly string[] {
  const names = libraries.map(({ name }) => name);
  const measured = rows.flatMap((row) =>
    modesOf(row).map((mode) => {
      const times = names.map((name) => timeOf(results, { library: name, row: row.name }, mode));
      return { title: `${row.title}: ${words[mode]}`, times, ratio: ratioOf(times) };
    }),
  );
  const ratios = measured.flatMap(({ ratio }) => (Number.isFinite(ratio) ? [ratio] : []));
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return [
    printLine(['What', ...names, 'best rival / ours']),
    printLine(['---', ...names.map(() => '---:'), '---:']),
    ...measured.map(({ title, times, ratio }) => printLine([title, ...times.map(printTime), ratio.toFixed(2)])),
    '',
    `Geometric mean of the ratios: ${mean.toFixed(2)}`,
  ];
}

function modesOf({ valid }: Row): readonly Mode[] {
  return valid ? ['is'] : ['is', 'first', 'all'];
}

/** Median of the runs; NaN where the library does not take part. */
function timeOf(results: readonly Result[], of: Pick<Result, 'library' | 'row'>, mode: Mode): number {
  const own = results.filter(({ library, row }) => library === of.library && row === of.row);
  return median(own.map((result) => result[mode] ?? NaN));
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}

function ratioOf([ours = NaN, ...others]: readonly number[]): number {
  return Math.min(...others.filter((time) => !Number.isNaN(time))) / ours;
}

function printBytes({ rows, libraries, results }: Tables): readonly string[] {
  const valid = rows.filter((row) => row.valid);
  const names = libraries.map(({ name }) => name);
  const bytesOf = (library: string, row: string): string => {
    const own = results.filter((result) => result.library === library && result.row === row);
    return own.length === 0 ? '' : String(median(own.map(({ bytes }) => bytes)));
  };
  return [
    printLine(['Bytes allocated by a call', ...names]),
    printLine(['---', ...names.map(() => '---:')]),
    ...valid.map(({ title, name }) => printLine([title, ...names.map((one) => bytesOf(one, name))])),
  ];
}

function printSizes({ sizes }: Tables): readonly string[] {
  return [
    printLine(['Bytes in an application (min + gzip)', 'whether and why', 'whether']),
    printLine(['---', '---:', '---:']),
    ...sizes.map(({ library, all, judge }) => printLine([library, String(all), String(judge ?? '')])),
  ];
}

function printTime(nanoseconds: number): string {
  if (Number.isNaN(nanoseconds)) return '';
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(0)} ns`;
  return nanoseconds < 1e6 ? `${(nanoseconds / 1000).toPrecision(3)} µs` : `${(nanoseconds / 1e6).toPrecision(3)} ms`;
}

function printLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
