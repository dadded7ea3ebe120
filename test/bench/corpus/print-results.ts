import { median, printTable } from '../report.js';
import type { Result } from './run-contender.js';

/** A number of a result that can be summed up. */
type Measure = 'wall' | 'cpu' | 'memory' | 'files' | 'bytes' | 'tsc';

/** What is measured, as a column of a table. */
const columns: readonly (readonly [measure: Measure, title: string, show: (value: number) => string])[] = [
  ['wall', 'Time', seconds],
  ['cpu', 'CPU', seconds],
  ['memory', 'Peak memory', (value) => `${value.toFixed(0)} MB`],
  ['files', 'Files', (value) => value.toFixed(0)],
  ['bytes', 'Size', (value) => `${(value / 1e6).toFixed(2)} MB`],
  ['tsc', 'CPU of tsc', seconds],
];

/** Seconds as tables show them. */
function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

/** Every result by itself, a table a spec. */
export function printSpecs(results: readonly Result[]): string {
  const specs = [...new Set(results.map(({ spec }) => spec))];
  const head = ['Spec', 'Tool', 'Generated', 'Type-checks', ...columns.map(([, title]) => title)];
  const rows = specs.flatMap((spec) =>
    results
      .filter((one) => one.spec === spec)
      .map((one) => {
        const figures = columns.map(([measure, , show]) => (one.generated ? show(one[measure]) : '–'));
        return [spec, one.tool, mark(one.generated), mark(one.checked), ...figures];
      }),
  );
  return printTable([head, ...rows]);
}

/**
 * How many specs each tool got through, and sums and medians over those that all of them generated, with the ratio of the
 * first tool's to each other's: the sum of times shows the large specs, the median the usual one.
 */
export function printSummary(results: readonly Result[]): string {
  const tools = [...new Set(results.map(({ tool }) => tool))];
  const made = new Set(results.filter((one) => one.generated).map(({ tool, spec }) => `${tool} ${spec}`));
  const specs = results.map(({ spec }) => spec);
  const common = new Set(specs.filter((spec) => tools.every((tool) => made.has(`${tool} ${spec}`))));
  const of = (tool: string): readonly Result[] => results.filter((one) => one.tool === tool);
  const shared = (tool: string): readonly Result[] => of(tool).filter(({ spec }) => common.has(spec));
  const counts = tools.map((tool) => {
    const all = of(tool);
    const count = (is: 'generated' | 'checked'): string => `${all.filter((one) => one[is]).length} of ${all.length}`;
    return [tool, count('generated'), count('checked')];
  });
  const counted = printTable([['Tool', 'Generated', 'Type-checks'], ...counts]);
  if (common.size === 0) return counted;
  const summed = (['sum', 'median'] as const).flatMap((way) =>
    tools.map((tool) => [`${way}, ${tool}`, ...figuresOf(shared(tool), shared(tools[0] ?? ''), way)]),
  );
  const head = [`${common.size} specs that all generated`, ...columns.map(([, title]) => title)];
  return [counted, printTable([head, ...summed])].join('\n\n');
}

const ways = {
  sum: (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0),
  median,
} as const;

/** The figures of a tool, each with what the first tool's is of it. */
function figuresOf(results: readonly Result[], first: readonly Result[], way: keyof typeof ways): readonly string[] {
  return columns.map(([measure, , show]) => {
    const [value, other] = [results, first].map((all) => ways[way](all.map((one) => one[measure])));
    return `${show(value ?? 0)} (${((other ?? 0) / (value ?? 0)).toFixed(2)})`;
  });
}

/** Why things failed, a line each. */
export function printReasons(results: readonly Result[]): string {
  const failed = results.filter(({ reason }) => reason !== '');
  return failed.map(({ tool, spec, reason }) => `${tool}, ${spec}: ${reason}`).join('\n');
}

function mark(value: boolean): string {
  return value ? 'yes' : 'no';
}
