import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file as a whole: whoever reads it, also after a crash at any moment, finds the old text or the new one. Only its
 * owner may read it (0600).
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  // What a crash left behind is nobody's: the lock says that there is one writer.
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Until the folder is on disk, the renaming is not. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
