import { accessSync, constants, lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, isSystemError } from '../../output/disk.js';
import type { PlannedFile } from './plan-project.js';

/** A file that is changed, not made. */
export interface ChangedFile extends PlannedFile {
  readonly before: string;
}

/** What keeps a path from being written, or `undefined` where nothing does: judged before anything is written. */
export function findObstacle(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (!stands(at) && at !== dirname(at)) continue;
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return `${at} is a link that leads nowhere`;
    if (at !== path && !stats.isDirectory()) return `${at} is a file, where a folder is needed`;
    return mayWrite(at) ? undefined : `${at} may not be written to`;
  }
}

/** Whether something stands at a path; below a file nothing does. */
function stands(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

/** Writes new files, then a changed one; where the system refuses one, everything is as before, and its error is thrown. */
export function writeProject(folder: string, files: readonly PlannedFile[], changed?: ChangedFile): void {
  const undo: (() => void)[] = [];
  try {
    for (const { path, text } of files) writeNew(join(folder, path), { text, undo });
    if (changed !== undefined) replace(join(folder, changed.path), changed.text);
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error;
  }
}

function writeNew(path: string, { text, undo }: { readonly text: string; readonly undo: (() => void)[] }): void {
  const made = makeFolder(dirname(path));
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
  // What appeared in the meantime is not overwritten.
  writeFileSync(path, text, { flag: 'wx' });
  undo.push(() => rmSync(path, { force: true }));
}

/** Puts a text in the place of another at once; a link stays one. */
function replace(path: string, text: string): void {
  if (lstatSync(path).isSymbolicLink()) return writeFileSync(path, text);
  const next = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(next, text, { mode: statSync(path).mode });
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

/** Text of a file of the project, empty where it is none, or `undefined` where nothing stands there. */
export function readProjectFile(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (!stands(full)) return undefined;
  return statSync(full, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(full, 'utf8') : '';
}
