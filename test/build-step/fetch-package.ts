import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../rules/sources.js';

/**
 * A package from npm that is no dependency of this repository, `jest@30.5.2`: fetched once into `node_modules/.cache`, with what
 * it depends on; the folder that holds it comes back.
 */
export function fetchPackage(wanted: string): string {
  return fetchOnce(wanted, (aside) => {
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], aside);
  });
}

/** The same of a package that is large and that one test alone needs; `undefined` where npm has no network, for the test to be skipped. */
export function tryToFetch(wanted: string): string | undefined {
  try {
    return fetchPackage(wanted);
  } catch {
    return undefined;
  }
}

/** The same of a package that needs no other, such as `typescript@5.4.5`: its tarball is all that is fetched, and `tar` unpacks it in less time. */
export function fetchAlone(wanted: string): string {
  return fetchOnce(wanted, (aside) => {
    npm(['pack', wanted], aside);
    const [tarball = ''] = readdirSync(aside);
    const own = join(aside, 'node_modules', nameOf(wanted));
    mkdirSync(own, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own], { cwd: aside });
    rmSync(join(aside, tarball));
  });
}

/** Fetches aside first, so that neither a process killed half-way nor two at a time leave anything that looks complete. */
function fetchOnce(wanted: string, fetch: (aside: string) => void): string {
  const cache = join(root, 'node_modules/.cache/speccast-fetched');
  const folder = join(cache, wanted.replace('@', '-'));
  const fetched = join(folder, 'node_modules', nameOf(wanted));
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

function nameOf(wanted: string): string {
  return wanted.slice(0, wanted.indexOf('@'));
}
