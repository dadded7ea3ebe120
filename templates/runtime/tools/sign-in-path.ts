import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ToolPackage } from './tool-package.js';

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder for the settings of a command; `undefined` if the user has no home. */
export function settingsFolder({ command }: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const windows = process.platform === 'win32' ? env['APPDATA'] : undefined;
  const home = env['HOME'] || env['USERPROFILE'] || findHome();
  // The XDG Base Directory Specification ignores relative paths, and an empty one is none.
  const named = env['XDG_CONFIG_HOME'] ?? '';
  const base = isAbsolute(named) ? named : windows || (home && join(home, '.config'));
  return base ? join(base, command) : undefined;
}

function findHome(): string | undefined {
  try {
    return homedir();
  } catch {
    // The list of users has no entry for this one.
    return undefined;
  }
}

/** Returns the file of the stored sign-in of a command. */
export function signInPath(owner: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const folder = settingsFolder(owner, env);
  return folder && join(folder, 'sign-in.json');
}
