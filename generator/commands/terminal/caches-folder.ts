import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user's folder for what can be made again. The XDG Base Directory Specification ignores relative paths, so an empty one, too. */
export function cachesFolder(named: string | undefined): string {
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.cache');
}
