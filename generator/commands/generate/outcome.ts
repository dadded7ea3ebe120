import { relative } from 'node:path';
import type { Api } from '../../api/api.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { Change } from '../../compare/changes/change.js';
import { ABSENT } from '../../output/text-file.js';
import { isAddress } from '../../spec/references/reference.js';
import { type Target } from '../sources/targets.js';
import { toPosixPath } from '../../output/disk.js';

/** Outcome for one package. */
export interface Outcome {
  readonly label: string;
  readonly state: 'written' | 'up to date' | 'out of date' | 'refused' | 'printed' | 'released' | 'release due';
  /** Generated files; with `--check` those that differ. All paths start from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Folder of the package. */
  readonly out: string;
  /** The inputs that were read. */
  readonly inputs: Inputs;
  /** Every file that generating leaves, whether or not it changed; none where there were errors. */
  readonly outputs: readonly string[];
  /** Outputs that are made only where they are missing, and belong to the maintainers from then on. */
  readonly kept: readonly string[];
  /** Files that were written or removed, or would be. */
  readonly changed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage, in the order of the stages. */
  readonly timings: ReadonlyMap<string, number>;
  /** Unified diff of what is out of date. */
  readonly diff?: string;
  /** The intermediate representation, where it was asked for. */
  readonly api?: Api;
  /** The release, done or due, where one was asked for. */
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
  /** Part of the version that was raised; null where it stays. */
  readonly bump: string | null;
  readonly changes: readonly Change[];
  /** Set where nothing was left to compare with, so that `changes` is empty. */
  readonly unrecorded?: true;
}

/** Inputs of a package, without the generator itself; each list sorted and without repeats. */
export interface Inputs {
  /** Files that were read, from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Files that were looked for and are missing; one that appears changes what is made. */
  readonly missing: readonly string[];
  /** Addresses that were fetched. */
  readonly addresses: readonly string[];
}

/** Lists what a run read, by the hashes of it (`SpecReader.hashes`). */
export function listInputs(
  { config, owner = [], released }: Target,
  hashes: Readonly<Record<string, string>>,
  cwd: string,
): Inputs {
  const read = Object.entries(hashes).map(([path, hash]) => ({ path, exists: hash !== ABSENT }));
  const files = [
    ...read.filter(({ path }) => !isAddress(path) && !path.endsWith('/')),
    ...(config === undefined ? [] : [{ path: config, exists: true }]),
    ...owner,
    ...(released === undefined ? [] : [released]),
  ];
  const list = (wanted: boolean): readonly string[] =>
    sortUnique(files.filter(({ exists }) => exists === wanted).map(({ path }) => toPosixPath(relative(cwd, path))));
  return {
    files: list(true),
    missing: list(false),
    addresses: sortUnique(read.map(({ path }) => path).filter(isAddress)),
  };
}

/** Sorts texts by UTF-16 code units, which is the same in every language, and removes repeats. */
export function sortUnique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
