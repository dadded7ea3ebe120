import { median, printTable } from '../report.js';
import type { Result } from './run-contender.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seconds = (value: number): string => `${value.toFixed(2)} s`;

/** A column of figures. */
interface Column {
  readonly title: string;
  readonly measure: 'wall' | 'cpu' | 'memory' | 'files' | 'bytes' | 'tsc';
  readonly show: (value: number) => string;
  /** Combines the figures of several specs into one: the sum or the median. */
  readonly total: (values: readonly number[]) => number;
}

const columns: readonly Column[] = [
  { title: 'Time', measure: 'wall', show: seconds, total: sum },
  { title: 'CPU', measure: 'cpu', show: seconds, total: sum },
  { title: 'Peak memory', measure: 'memory', show: (value) => `${value.toFixed(0)} MB`, total: median },
  { title: 'Files', measure: 'files', show: (value) => value.toFixed(0), total: sum },
  { title: 'Size', measure: 'bytes', show: (value) => `${(value / 1e6).toFixed(2)} MB`, total: sum },
  { title: 'CPU of tsc', measure: 'tsc', show: seconds, total: sum },
];

/** Prints a row for each spec and tool. */
export function printSpecs(results: readonly Result[]): string {
  const specs = [...new Set(results.map(({ spec }) => spec))];
  const head = ['Spec', 'Tool', 'Generated', 'Type-checks', ...columns.map(({ title }) => title)];
  const rows = specs.flatMap((spec) =>
    results
      .filter((one) => one.spec === spec)
      .map((one) => {
        const figures = columns.map(({ measure, show }) => (one.generated ? show(one[measure]) : '–'));
        return [spec, one.tool, mark(one.generated), mark(one.checked), ...figures];
      }),
  );
  return printTable([head, ...rows]);
}

/** Prints the number of specs from which each tool generates, and its total costs over the specs from which all tools generate. */
export function printSummary(results: readonly Result[]): string {
  const tools = [...new Set(results.map(({ tool }) => tool))];
  const generated = new Set(results.filter((one) => one.generated).map(({ tool, spec }) => `${tool} ${spec}`));
  const specs = results.map(({ spec }) => spec);
  const common = new Set(specs.filter((spec) => tools.every((tool) => generated.has(`${tool} ${spec}`))));
  const rows = tools.map((tool) => {
    const all = results.filter((one) => one.tool === tool);
    const count = (is: 'generated' | 'checked'): string => `${all.filter((one) => one[is]).length} of ${all.length}`;
    const shared = all.filter(({ spec }) => common.has(spec));
    const totals = columns.map(({ measure, show, total }) => show(total(shared.map((one) => one[measure]))));
    return [tool, count('generated'), count('checked'), ...totals];
  });
  const titles = columns.map(({ title }) => title);
  return printTable([[`${common.size} specs that all generated`, 'Generated', 'Type-checks', ...titles], ...rows]);
}

/** Prints the reason of each failure, a line each. */
export function printReasons(results: readonly Result[]): string {
  const failed = results.filter(({ reason }) => reason !== '');
  return failed.map(({ tool, spec, reason }) => `${tool}, ${spec}: ${reason}`).join('\n');
}

function mark(value: boolean): string {
  return value ? 'yes' : 'no';
}
