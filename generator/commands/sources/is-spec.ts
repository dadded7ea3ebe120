import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Whether an argument names a spec file. A service is named in kebab-case: what else it is must be a file, there or not. */
export function isSpec(cwd: string, what: string): boolean {
  const stats = statSync(resolve(cwd, what), { throwIfNoEntry: false });
  return stats === undefined ? /[./\\]/.test(what) : !stats.isDirectory();
}
