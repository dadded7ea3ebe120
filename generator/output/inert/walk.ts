import type { Scope } from './scope.js';

/** Folder of a package for what the user wrote. */
export const CAPABILITIES = 'src/mocks/capabilities/';

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
