import { lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../output/disk.js';
import type { PlannedFile } from './make-plan.js';

/** Writes new files, then a changed one; where the system fails at one, everything is as before, and its error is thrown. */
export function writeProject(folder: string, files: readonly PlannedFile[], changed?: PlannedFile): void {
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

/** Replaces a text by another at once; a link stays one. */
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
