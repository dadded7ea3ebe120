import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ToolPackage } from './tool-package.js';

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder for the settings of a command: `~/.config/pet-store`; `undefined` if the user has no home folder. */
export function settingsFolder({ command }: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const windows = process.platform === 'win32' ? env['APPDATA'] : undefined;
  const home = env['HOME'] || env['USERPROFILE'] || findHome();
  // By the XDG Base Directory Specification, empty and relative paths are ignored.
  const named = env['XDG_CONFIG_HOME'] ?? '';
  const base = isAbsolute(named) ? named : windows || (home && join(home, '.config'));
  return base ? join(base, command) : undefined;
}

function findHome(): string | undefined {
  try {
    return homedir();
  } catch {
    // The system has no entry for this user.
    return undefined;
  }
}

/** Returns the file of the stored sign-in of a command. */
export function signInPath(owner: Pick<ToolPackage, 'command'>, env: Environment): string | undefined {
  const folder = settingsFolder(owner, env);
  return folder && join(folder, 'sign-in.json');
}
