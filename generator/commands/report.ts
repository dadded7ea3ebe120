import type { Diagnostic } from '../diagnostics.js';
import type { Console } from './console.js';
import type { Outcome } from './outcome.js';

/** Prints everything as one JSON object: `{files, diagnostics}`. */
export function printJson(console: Console, outcomes: readonly Outcome[], diagnostics: readonly Diagnostic[]): void {
  const files = outcomes.flatMap((outcome) => outcome.files);
  const flat = diagnostics.map(({ severity, code, message, at }) => ({ severity, code, message, ...at }));
  console.out(`${JSON.stringify({ files, diagnostics: flat }, null, 2)}\n`);
}

/** Prints the intermediate representations as one JSON value: an array where there are several. */
export function printApis(console: Console, outcomes: readonly Outcome[]): void {
  const apis = outcomes.flatMap(({ api }) => api ?? []);
  console.out(`${JSON.stringify(apis.length === 1 ? apis[0] : apis, null, 2)}\n`);
}

/** Prints diffs, and a table of what was done. */
export function printReport(console: Console, outcomes: readonly Outcome[]): void {
  const diffs = outcomes.flatMap(({ diff }) => diff ?? []);
  for (const diff of diffs) console.out(diff);
  if (outcomes.length === 0) return;
  // A diff may be piped on; then the table is for people only.
  const write = diffs.length === 0 ? console.out : console.err;
  for (const line of printTable(outcomes)) write(`${line}\n`);
}

function printTable(outcomes: readonly Outcome[]): readonly string[] {
  const stages = [...new Set(outcomes.flatMap(({ timings }) => [...timings.keys()]))];
  const head = ['package', 'state', 'files', ...stages.map((stage) => `${stage} ms`)];
  const rows = outcomes.map(({ label, state, files, changed, timings }) => {
    const count = changed === 0 ? String(files.length) : `${files.length} (${changed} changed)`;
    return [label, state, count, ...stages.map((stage) => timings.get(stage)?.toFixed(0) ?? '')];
  });
  return alignColumns([head, ...rows]);
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  // Names are read from the left, numbers from the right.
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, column, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}
