import type { Tool } from '../../output/read-tool.js';
import { toJsonChange, type Console } from '../terminal/console.js';
import { sortUnique, type Outcome, type ReleaseOutcome } from './outcome.js';

/**
 * Describes a build for build engines: inputs and outputs of all packages and of each. `config` is speccast.yaml, from the
 * current folder; it is an input even where it names no package that could be made.
 */
export function describeBuild(outcomes: readonly Outcome[], tool: Tool, config: string | undefined): object {
  return {
    tool: { version: tool.version, hash: tool.hash },
    inputs: sortUnique([...outcomes.flatMap(({ inputs }) => inputs.files), ...(config === undefined ? [] : [config])]),
    outputs: sortUnique(outcomes.flatMap(({ outputs }) => outputs)),
    ...(outcomes.some(({ release }) => release !== undefined) && {
      releases: outcomes.flatMap(({ release }) =>
        release === undefined ? [] : [{ ...release, changes: release.changes.map(toJsonChange) }],
      ),
    }),
    packages: outcomes.map(({ label, out, state, inputs, outputs, kept, changed }) => ({
      name: label,
      out,
      state,
      inputs: inputs.files,
      missing: inputs.missing,
      addresses: inputs.addresses,
      outputs: sortUnique(outputs),
      kept: sortUnique(kept),
      changed: sortUnique(changed),
    })),
  };
}

/** Prints the intermediate representations as one JSON value: an array where there are several. */
export function printApis(console: Console, outcomes: readonly Outcome[]): void {
  const apis = outcomes.flatMap(({ api }) => api ?? []);
  console.out(`${JSON.stringify(apis.length === 1 ? apis[0] : apis, null, 2)}\n`);
}

/** Prints diffs, and a table of the outcomes. */
export function printReport(console: Console, outcomes: readonly Outcome[]): void {
  const diffs = outcomes.flatMap(({ diff }) => diff ?? []);
  for (const diff of diffs) console.out(diff);
  if (outcomes.length === 0) return;
  // A diff may be piped on; then the table is for people only.
  const write = diffs.length === 0 ? console.out : console.err;
  for (const line of [...printTable(outcomes), ...outcomes.flatMap(describeRepairs)]) write(`${line}\n`);
  printReleases(console, outcomes);
}

/** Describes repairs: `petstore: 3 faults repaired (2 wrong-type, 1 missing-field); --strict makes them errors`. */
function describeRepairs({ label, diagnostics }: Outcome): readonly string[] {
  const counts = new Map<string, number>();
  for (const { code, repair } of diagnostics) if (repair !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size === 0) return [];
  const total = [...counts.values()].reduce((sum, count) => sum + count);
  const kinds = [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
  return [`${label}: ${total} fault${total === 1 ? '' : 's'} repaired (${kinds}); --strict makes them errors`];
}

/** Prints releases; for one that is due also its entry of the changelog. */
function printReleases(console: Console, outcomes: readonly Outcome[]): void {
  for (const { release, state, entry } of outcomes) {
    if (release === undefined) continue;
    console.out(`\n${describeRelease(release)}\n`);
    if (state === 'release due' && entry !== undefined) console.out(`\n## ${release.to}\n\n${entry}\n`);
  }
}

function describeRelease({ package: name, from, to, bump, changes, unrecorded }: ReleaseOutcome): string {
  if (from === null) return `${name} ${to}: the first release`;
  if (bump === null) return `${name} stays ${to}: nothing changed since`;
  if (unrecorded === true) return `${name} ${from} -> ${to} (${bump}): what changed was not recorded`;
  const kinds = [
    ['breaking', 'breaking'],
    ['feature', 'new'],
    ['fix', 'fixed'],
  ] as const;
  const counts = kinds.map(([kind, word]) => [changes.filter((one) => one.kind === kind).length, word] as const);
  const list = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${name} ${from} -> ${to} (${bump}): ${list.join(', ') || 'no change of the API'}`;
}

function printTable(outcomes: readonly Outcome[]): readonly string[] {
  const stages = [...new Set(outcomes.flatMap(({ timings }) => [...timings.keys()]))];
  const head = ['package', 'state', 'files', ...stages.map((stage) => `${stage} ms`)];
  const rows = outcomes.map(({ label, state, files, changed, timings }) => {
    const count = changed.length === 0 ? String(files.length) : `${files.length} (${changed.length} changed)`;
    return [label, state, count, ...stages.map((stage) => timings.get(stage)?.toFixed(0) ?? '')];
  });
  return alignColumns([head, ...rows]);
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  // Names are read from the left, numbers from the right.
  const align = (cell: string, column: number): string =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join('  ').trimEnd());
}
