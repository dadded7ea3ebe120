import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that are removed at the end of the test file that runs; each worker runs one at a time. */
const folders = new Set<string>();

/** A new empty folder, without links in its path, that is gone after all tests of the file, wherever it is asked for. */
export function folderOfFile(name = 'file'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `speccast-${name}-`)));
  folders.add(folder);
  return folder;
}

/** Removes what the tests of a file have made. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
