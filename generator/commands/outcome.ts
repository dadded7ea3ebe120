import type { Api } from '../api/api.js';
import type { Diagnostic } from '../diagnostics.js';

/** What happened to one package. */
export interface Outcome {
  readonly label: string;
  readonly state: 'written' | 'up to date' | 'out of date' | 'refused' | 'printed';
  /** Generated files, relative to the current folder; with `--check` those that differ. */
  readonly files: readonly string[];
  /** How many files were written or removed, or would be. */
  readonly changed: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage, in the order of the stages. */
  readonly timings: ReadonlyMap<string, number>;
  /** Unified diff of what is out of date. */
  readonly diff?: string;
  /** The intermediate representation, where it was asked for. */
  readonly api?: Api;
}
