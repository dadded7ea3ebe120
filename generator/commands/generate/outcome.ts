import type { Api } from '../../api/api.js';
import type { Change } from '../../diff/change.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { Inputs } from './list-inputs.js';

/** What happened to one package. */
export interface Outcome {
  readonly label: string;
  readonly state: 'written' | 'up to date' | 'out of date' | 'refused' | 'printed' | 'released' | 'release due';
  /** Generated files; with `--check` those that differ. All paths start from the current folder, with forward slashes. */
  readonly files: readonly string[];
  /** Folder of the package. */
  readonly out: string;
  /** What it is made from, as far as that was read. */
  readonly inputs: Inputs;
  /** Every file that generating leaves, whether or not it changed; none where it was refused. */
  readonly outputs: readonly string[];
  /** Those of them that are made only where they are missing, and belong to the maintainers from then on. */
  readonly kept: readonly string[];
  /** What was written or removed, or would be. */
  readonly changed: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage, in the order of the stages. */
  readonly timings: ReadonlyMap<string, number>;
  /** Unified diff of what is out of date. */
  readonly diff?: string;
  /** The intermediate representation, where it was asked for. */
  readonly api?: Api;
  /** What a release did or would do, where one was asked for. */
  readonly release?: ReleaseOutcome;
  /** What the changelog says of it, without its heading. */
  readonly entry?: string;
}

/** A release as data, for tools. */
export interface ReleaseOutcome {
  /** npm name of the package. */
  readonly package: string;
  /** Version that was released before; null for the first release. */
  readonly from: string | null;
  readonly to: string;
  /** Which part of the version was raised; null where it stays. */
  readonly bump: string | null;
  readonly changes: readonly Change[];
  /** Set where nothing was left to compare with, so that `changes` tells nothing. */
  readonly unrecorded?: true;
}
