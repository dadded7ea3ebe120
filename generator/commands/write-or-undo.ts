import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, readText, replaceText } from '../output/disk.js';

/** A file to write. */
interface WrittenText {
  /** Absolute. */
  readonly path: string;
  /** Absent: the file is removed. */
  readonly text?: string;
  /** True if the file must not exist: one that was created in the meantime is not overwritten. */
  readonly isNew?: boolean;
}

/** Writes files one after the other, and returns a function that undoes that. An error of the system undoes all of it. */
export function writeOrUndo(files: readonly WrittenText[]): () => void {
  const steps: (() => void)[] = [];
  const undo = (): void => {
    for (const step of steps.toReversed()) step();
  };
  try {
    for (const { path, text, isNew } of files) {
      const before = readText(path);
      const created = text === undefined ? undefined : makeFolder(dirname(path));
      if (created !== undefined) steps.push(() => rmSync(created, { recursive: true, force: true }));
      if (text === undefined) rmSync(path, { force: true });
      else if (isNew === true) writeFileSync(path, text, { flag: 'wx' });
      else replaceText(path, text);
      steps.push(() => (before === undefined ? rmSync(path, { force: true }) : replaceText(path, before)));
    }
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}
