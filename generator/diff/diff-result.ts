import type { Diagnostic } from '../diagnostics.js';
import type { Change } from './change.js';
import type { Bump } from './next-version.js';

/** What changed between two specs, or the errors that keep one of them from being read. */
export interface DiffResult {
  /** Absent where a spec was refused. */
  readonly changes?: readonly Change[];
  /** What the changes call for from 1.0.0 on; in 0.x, `major` means the minor version. Absent where a spec was refused. */
  readonly bump?: Bump;
  /** `info.version` of the old spec. */
  readonly version?: string;
  /** Errors of both specs; what only warns belongs to `generate`. */
  readonly diagnostics: readonly Diagnostic[];
}
