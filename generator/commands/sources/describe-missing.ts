import { statSync } from 'node:fs';

/** Why nothing can be read from a path, by the name that people gave it. */
export function describeMissing(file: string, path: string): string {
  // A path has lost one of the two slashes.
  if (/(?:^|\/)https?:\//i.test(file)) return 'this is an address, and a file is needed; download it first';
  if (file === '-') return 'there is no file -; where a spec comes through a pipe, name /dev/stdin';
  return isFolder(path)
    ? `${file} is a folder, where a file is needed`
    : `there is no file ${file}, or it may not be read`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
