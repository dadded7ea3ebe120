import { mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST, exists, readManifest } from './manifest.js';

/**
 * Moves complete output into a folder that has to stay the same one, because a process stands in it: file by file, the
 * manifest last. A crash leaves it half done and the rest in `ready`; done again, it goes on where it stopped.
 */
export function refill(target: string, ready: string): void {
  if (exists(join(ready, MANIFEST))) {
    removeStale(target, ready);
    for (const path of filesOf(ready)) move(ready, target, path);
    move(ready, target, MANIFEST);
  }
  rmSync(ready, { recursive: true, force: true });
}

function filesOf(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return paths.filter((path) => path !== MANIFEST);
}

function move(from: string, to: string, path: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  renameSync(join(from, path), join(to, path));
}

function removeStale(target: string, ready: string): void {
  const wanted = readManifest(ready);
  for (const path of readManifest(target).keys()) {
    if (wanted.has(path)) continue;
    rmSync(join(target, path), { force: true });
    removeEmpty(target, dirname(path));
  }
}

function removeEmpty(target: string, folder: string): void {
  const path = join(target, folder);
  if (folder === '.' || !exists(path) || readdirSync(path).length > 0) return;
  rmdirSync(path);
  removeEmpty(target, dirname(folder));
}
