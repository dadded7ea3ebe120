import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rules/sources.js';

/**
 * A package from npm that is no dependency of this repository, `typescript@5.4.5`: fetched once into `node_modules/.cache`,
 * the folder that holds it comes back. It is fetched aside first, so that neither a process killed half-way nor two at a time
 * leave anything that looks complete.
 */
export function fetchPackage(wanted: string): string {
  const cache = join(root, 'node_modules/.cache/speccast-fetched');
  const folder = join(cache, wanted.replace('@', '-'));
  const fetched = join(folder, 'node_modules', wanted.slice(0, wanted.indexOf('@')));
  if (existsSync(fetched)) return fetched;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'fetching-'));
  try {
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    execFileSync('npm', [...args, wanted], { cwd: aside, stdio: ['ignore', 'ignore', 'pipe'] });
    if (!existsSync(folder)) renameSync(aside, folder);
    return fetched;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
