import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockFiles } from './lock.js';
import { exists } from '../disk.js';

/** Where an output folder is and what is beside it while it is written. */
export interface OutputPaths {
  readonly target: string;
  /** The target as it was named, links and all. */
  readonly shown: string;
  /** What changes, while it is being completed. */
  readonly next: string;
  /** File that keeps a second run out meanwhile. */
  readonly lock: string;
}

/** The paths of an output folder: `target` with links followed, and `shown` as it was named. */
export function outputPaths(target: string, shown: string): OutputPaths {
  const sibling = (role: string): string => join(dirname(target), `.${basename(target)}.speccast-${role}`);
  // A file cannot be renamed to another file system: where the folder is one, work is done inside it.
  const next = isMounted(target) ? join(target, '.speccast-next') : sibling('next');
  return { target, shown, next, lock: sibling('lock') };
}

/** Whether a run is writing there, or one left something behind when it was killed. */
export function isUnderWork({ next, lock }: OutputPaths): boolean {
  return exists(next) || lockFiles(lock).length > 0;
}

function isMounted(target: string): boolean {
  const own = statSync(target, { throwIfNoEntry: false });
  return own !== undefined && own.dev !== statSync(dirname(target)).dev;
}
