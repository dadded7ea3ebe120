import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ToolPackage } from './tool-package.js';

/** Reads the version in the `package.json` of the package that contains the running command, to which npm creates a link. */
export async function readVersion({ name }: ToolPackage): Promise<string | undefined> {
  const command = await realpath(process.argv[1] ?? '').catch(() => '/');
  for (let folder = dirname(command); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => 'null');
    const found = Object(JSON.parse(text));
    if (found.name === name && typeof found.version === 'string') return found.version;
  }
  return undefined;
}
