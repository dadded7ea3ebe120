import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ToolPackage } from './tool-package.js';

/** What the environment of a process says, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Folder of the user's settings for a command; `undefined` where the user has no home. */
export function settingsFolder({ command }: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const windows = process.platform === 'win32' ? env['APPDATA'] : undefined;
  const home = env['HOME'] || env['USERPROFILE'] || safeHome();
  // The XDG Base Directory Specification ignores relative paths, and takes an empty one for none.
  const named = env['XDG_CONFIG_HOME'] ?? '';
  const base = isAbsolute(named) ? named : windows || (home && join(home, '.config'));
  return base ? join(base, command) : undefined;
}

function safeHome(): string | undefined {
  try {
    return homedir();
  } catch {
    // A user without an entry in the list of users.
    return undefined;
  }
}

/** File with the stored sign-in of a command. */
export function signInPath(owner: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const folder = settingsFolder(owner, env);
  return folder && join(folder, 'sign-in.json');
}
