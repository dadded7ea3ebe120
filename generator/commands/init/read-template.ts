import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../output/read-tool.js';

/** Reads a file of `templates/init` of this copy of speccast. */
export function readTemplate(path: string): string {
  return readOwn(join('templates', 'init', path));
}

/** Reads a file of this copy of speccast. */
export function readOwn(path: string): string {
  return readFileSync(join(packageRoot(dirname(fileURLToPath(import.meta.url))), path), 'utf8');
}
