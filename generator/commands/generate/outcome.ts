import { relative } from 'node:path';
import type { Api } from '../../api/api.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { Change } from '../../compare/changes/change.js';
import { groupBy } from '../../iterables.js';
import { ABSENT } from '../../output/text-file.js';
import { isAddress } from '../../spec/references/reference.js';
import { toPosixPath } from '../../output/disk.js';
import type { Tool } from '../../output/read-tool.js';
import type { Target } from '../sources/targets.js';
import { alignCells } from '../terminal/align-cells.js';
import { toJsonChange, type Console } from '../terminal/console.js';

/** Outcome for one package. */
export interface Outcome {
  /** Name of the service, or the spec as the user named it. */
  readonly label: string;
  readonly state: 'written' | 'up to date' | 'out of date' | 'refused' | 'printed' | 'released' | 'release due';
  /** Generated files; with `--check` those that differ. All paths start from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Folder of the package. */
  readonly out: string;
  /** The inputs that were read. */
  readonly inputs: Inputs;
  /** Every generated file, changed or not; empty if there were errors. */
  readonly outputs: readonly string[];
  /** Outputs that are written once and then belong to the maintainers of the package, such as the changelog. */
  readonly kept: readonly string[];
  /** Files that were written or removed, or would be. */
  readonly changed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage, in the order of the stages. */
  readonly timings: ReadonlyMap<string, number>;
  /** Unified diff of the files that are out of date. */
  readonly diff?: string;
  /** The intermediate representation, with `--print api`. */
  readonly api?: Api;
  /** With `--release`: the release, done or due. */
  readonly release?: ReleaseOutcome;
  /** Entry of the changelog, without its heading. */
  readonly entry?: string;
}

/** A release as data, for tools. */
export interface ReleaseOutcome {
  /** npm name of the package. */
  readonly package: string;
  /** Version that was released before; null for the first release. */
  readonly from: string | null;
  readonly to: string;
  /** Part of the version that was raised; null if the version stays. */
  readonly bump: string | null;
  readonly changes: readonly Change[];
  /** Set if the last release was lost: the changes are not known, and `changes` is empty. */
  readonly unrecorded?: true;
}

/** Inputs of a package, without the generator itself; each list sorted and without repeats. */
export interface Inputs {
  /** Files that were read, from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Files that were looked for and are missing. If one of them appears, the output may change. */
  readonly missing: readonly string[];
  /** Addresses that were fetched. */
  readonly addresses: readonly string[];
}

/** Lists the inputs of a run; `hashes` are those of `SpecReader`. */
export function listInputs(
  { config, owner = [], released }: Target,
  hashes: Readonly<Record<string, string>>,
  cwd: string,
): Inputs {
  const read = Object.entries(hashes).map(([path, hash]) => ({ path, exists: hash !== ABSENT }));
  const files = [
    ...read.filter(({ path }) => !isAddress(path) && !path.endsWith('/')),
    ...(config ? [{ path: config, exists: true }] : []),
    ...owner,
    ...(released ? [released] : []),
  ];
  const list = (isThere: boolean): readonly string[] =>
    sortUnique(files.filter(({ exists }) => exists === isThere).map(({ path }) => toPosixPath(relative(cwd, path))));
  return {
    files: list(true),
    missing: list(false),
    addresses: sortUnique(read.map(({ path }) => path).filter(isAddress)),
  };
}

/** Sorts texts by UTF-16 code units, which does not depend on the locale, and removes repeats. */
function sortUnique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

/**
 * Describes a build for build engines: inputs and outputs of all packages and of each. `config` is speccast.yaml, from the
 * current folder; it is an input even if none of its packages could be generated.
 */
export function describeBuild(outcomes: readonly Outcome[], tool: Tool, config: string | undefined): object {
  const releases = outcomes.flatMap(({ release }) => release ?? []);
  return {
    tool: { version: tool.version, hash: tool.hash },
    inputs: sortUnique([...outcomes.flatMap(({ inputs }) => inputs.files), config ?? []].flat()),
    outputs: sortUnique(outcomes.flatMap(({ outputs }) => outputs)),
    ...(releases.length > 0 && {
      releases: releases.map((one) => ({ ...one, changes: one.changes.map(toJsonChange) })),
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

/** Prints the intermediate representations as one JSON value: an array if there are several. */
export function printApis(console: Console, outcomes: readonly Outcome[]): void {
  const apis = outcomes.flatMap(({ api }) => api ?? []);
  console.out(`${JSON.stringify(apis.length === 1 ? apis[0] : apis, null, 2)}\n`);
}

/** Prints diffs, a table of the outcomes, and releases. A release that is due is printed with its entry of the changelog. */
export function printReport(console: Console, outcomes: readonly Outcome[]): void {
  const diffs = outcomes.flatMap(({ diff }) => diff ?? []);
  for (const diff of diffs) console.out(diff);
  if (outcomes.length === 0) return;
  // Standard output may be piped into a tool that reads diffs, so the table goes to standard error.
  const write = diffs.length === 0 ? console.out : console.err;
  for (const line of [...printTable(outcomes), ...outcomes.flatMap(describeRepairs)]) write(`${line}\n`);
  for (const { release, state, entry } of outcomes) {
    if (release === undefined) continue;
    console.out(`\n${describeRelease(release)}\n`);
    if (state === 'release due' && entry !== undefined) console.out(`\n## ${release.to}\n\n${entry}\n`);
  }
}

/** Describes repairs: `petstore: 3 faults repaired (2 wrong-type, 1 missing-field); --strict makes them errors`. */
function describeRepairs({ label, diagnostics }: Outcome): readonly string[] {
  const repaired = diagnostics.filter(({ repair }) => repair !== undefined);
  const total = repaired.length;
  if (total === 0) return [];
  const groups = [...groupBy(repaired, ({ code }) => code)];
  const kinds = groups.map(([code, all]) => `${all.length} ${code}`).join(', ');
  return [`${label}: ${total} fault${total === 1 ? '' : 's'} repaired (${kinds}); --strict makes them errors`];
}

function describeRelease({ package: name, from, to, bump, changes, unrecorded }: ReleaseOutcome): string {
  if (from === null) return `${name} ${to}: the first release`;
  if (bump === null) return `${name} stays ${to}: nothing changed since`;
  if (unrecorded === true) return `${name} ${from} -> ${to} (${bump}): what changed was not recorded`;
  const list = Object.entries({ breaking: 'breaking', feature: 'new', fix: 'fixed' }).flatMap(([kind, word]) => {
    const count = changes.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `${name} ${from} -> ${to} (${bump}): ${list.join(', ') || 'no change of the API'}`;
}

function printTable(outcomes: readonly Outcome[]): readonly string[] {
  const stages = [...new Set(outcomes.flatMap(({ timings }) => [...timings.keys()]))];
  const head = ['package', 'state', 'files', ...stages.map((stage) => `${stage} ms`)];
  const rows = outcomes.map(({ label, state, files, changed, timings }) => {
    const count = changed.length === 0 ? String(files.length) : `${files.length} (${changed.length} changed)`;
    return [label, state, count, ...stages.map((stage) => timings.get(stage)?.toFixed(0) ?? '')];
  });
  return alignCells([head, ...rows], 2).map((row) => row.join('  ').trimEnd());
}
