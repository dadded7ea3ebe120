import type { Scope } from './scope.js';

/** What is known at a node on the way down. */
export interface Walk {
  /** The file that is looked at. */
  readonly path: string;
  /** Paths of all files of the package. */
  readonly modules: Pick<ReadonlySet<string>, 'has'>;
  readonly scope: Scope;
  /** Runs when the module is loaded, not when somebody calls it. */
  readonly onLoad: boolean;
}
