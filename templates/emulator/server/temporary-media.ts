import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaStore } from '../store/stored-bytes.js';
import { nodeDisk } from '../features/state-log/disk.js';
import { MediaFiles } from '../features/state-log/media-files.js';

let files: MediaFiles | undefined;

/** A folder of the process, which is removed when it ends. */
function openFiles(): MediaFiles {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-media-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return new MediaFiles(folder, { disk: nodeDisk, sync: false });
}

/** Keeps bytes of more than 1 MiB in temporary files as long as something needs them, at most as long as the process runs. */
export const temporaryMedia: MediaStore = {
  inMemory: 1024 * 1024,
  begin: async () => {
    files ??= openFiles();
    // What earlier uploads left is removed while this one arrives.
    files.collect(async () => {}).catch(() => {});
    return files.begin();
  },
};
