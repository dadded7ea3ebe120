import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaStore } from '../store/media.js';
import { nodeDisk } from '../features/state-log/disk.js';
import { MediaFiles } from '../features/state-log/media-files.js';

let files: MediaFiles | undefined;

/** Keeps bytes of more than 1 MiB in temporary files as long as something needs them, at most as long as the process runs. */
export const temporaryMedia: MediaStore = {
  inMemory: 1024 * 1024,
  begin: async () => {
    if (!files) {
      const folder = mkdtempSync(join(tmpdir(), 'speccast-media-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      files = new MediaFiles(folder, { disk: nodeDisk, sync: false });
    }
    // Files of earlier uploads are removed while this one arrives.
    files.collect(async () => {}).catch(() => {});
    return files.begin();
  },
};
