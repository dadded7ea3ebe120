import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it, and gives the first that it made; `undefined` where all of them were there. What the
 * system refuses is thrown. Node 20 has an option for this with which it never ends where a file system takes no folders
 * and says of new ones that something above is missing, as `/proc` does.
 */
export function makeFolder(folder: string): string | undefined {
  const missing: string[] = [];
  for (let at = resolve(folder); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  const [first] = missing.filter(makeOne);
  return first;
}

/** Whether it was this call that made it: another process may be faster. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (isFolder(folder)) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
