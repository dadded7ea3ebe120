import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders to remove at the end of the current test file. A worker runs one test file at a time. */
const folders = new Set<string>();

/** Creates an empty folder, without links in its path, that is removed after all tests of the file. May be called in tests and in hooks. */
export function folderOfFile(name = 'file'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `speccast-${name}-`)));
  folders.add(folder);
  return folder;
}

/** Removes all folders that the tests of the file created. */
export function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
