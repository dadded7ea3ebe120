import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rules/sources.js';

/**
 * Returns the folder of a package that this repository does not depend on, `jest@30.5.2`. Its first use installs it from npm, with its
 * dependencies, into `node_modules/.cache`.
 */
export function fetchPackage(pinned: string): string {
  return fetchOnce(pinned, (aside) => {
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', pinned], aside);
  });
}

/** Returns the folder of a package like `fetchPackage`, or `undefined` if npm fails, for example without a network: tests are skipped then. */
export function tryToFetch(pinned: string): string | undefined {
  try {
    return fetchPackage(pinned);
  } catch {
    return undefined;
  }
}

/** Returns the folder of a package without dependencies, `typescript@5.4.5`. Unpacking its tarball is faster than `fetchPackage`. */
export function fetchAlone(pinned: string): string {
  return fetchOnce(pinned, (aside) => {
    npm(['pack', pinned], aside);
    const [tarball = ''] = readdirSync(aside);
    const own = join(aside, 'node_modules', readName(pinned));
    mkdirSync(own, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own], { cwd: aside });
    rmSync(join(aside, tarball));
  });
}

/** Fetches into a temporary folder, then renames it: a killed process, or two at the same time, never leave an incomplete package. */
function fetchOnce(pinned: string, fetch: (aside: string) => void): string {
  const cache = join(root, 'node_modules/.cache/speccast-fetched');
  const folder = join(cache, pinned.replace('@', '-'));
  const fetched = join(folder, 'node_modules', readName(pinned));
  if (existsSync(fetched)) return fetched;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'fetching-'));
  try {
    fetch(aside);
    if (!existsSync(folder)) renameSync(aside, folder);
    return fetched;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', [...args, '--prefer-offline', '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

function readName(pinned: string): string {
  return pinned.slice(0, pinned.indexOf('@'));
}
