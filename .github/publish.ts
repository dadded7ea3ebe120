/*
 * `npm run publish:packages -- [--dry-run]`: publishes the packages of this repository that the registry does not have yet.
 * Everything that could be wrong is checked before anything is sent; it stops at the first failure, and the same command
 * goes on from there. In CI it needs no token: npm proves by OIDC which workflow of which repository it runs in.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

/** What of a package.json counts here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository. */
interface Package {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A package that is to be published, or why it is not, or may not be. */
type Plan = Package & {
  readonly state: 'to publish' | 'private' | 'published already' | 'rejected';
  readonly reason?: string;
};

/** What trusted publishing takes. */
const LOWEST = { npm: '11.5.1', node: '22.14.0' } as const;

const root = process.cwd();
process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const unknown = args.filter((arg) => arg !== '--dry-run');
  if (unknown.length > 0) {
    console.error(`Only --dry-run is known, not ${unknown.join(' ')}.`);
    return 2;
  }
  const problems = problemsOfTree();
  const plans = problems.length > 0 ? [] : inOrder(packagesOf(root)).map(planOf);
  problems.push(...plans.flatMap(({ reason = [] }) => reason));
  if (problems.length > 0) {
    console.error(`Nothing was published:\n${problems.map((one) => `- ${one}`).join('\n')}`);
    return 1;
  }
  const ready = plans.filter(({ state }) => state === 'to publish');
  for (const one of plans) if (one.state !== 'to publish') console.log(`${nameOf(one)}: ${one.state}, skipped`);
  if (ready.length > 0) {
    const { done, stdout, stderr } = attempt('npm', ['run', '-s', 'build']);
    if (!done) {
      console.error(`Nothing was published: the packages cannot be built.\n${stdout}${stderr}`.trimEnd());
      return 1;
    }
  }
  return publishAll(ready, args.includes('--dry-run'));
}

/** Reasons not to publish anything from what is checked out here. */
function problemsOfTree(): string[] {
  const problems: string[] = [];
  const changed = run('git', ['status', '--porcelain']).trim();
  if (changed !== '') problems.push(`the tree has changes that are not committed:\n${changed}`);
  const check = attempt('npm', ['run', '-s', 'speccast', '--', 'generate', '--check']);
  if (!check.done) problems.push('the packages are not what the specs say: run `npm run -s generate`, and commit');
  return [...problems, ...(trusted() ? problemsOfTools() : [])];
}

/** Whether the workflow may prove who it is: without `id-token: write` there is no such address. */
function trusted(): boolean {
  return process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined;
}

function problemsOfTools(): readonly string[] {
  const versions = { npm: run('npm', ['--version']).trim(), node: process.versions.node };
  return (['npm', 'node'] as const)
    .filter((tool) => semver.lt(versions[tool], LOWEST[tool]))
    .map((tool) => `trusted publishing takes ${tool} ${LOWEST[tool]} or later, and this is ${versions[tool]}`);
}

/** The packages of the workspaces, then that of the root. */
function packagesOf(folder: string): readonly Package[] {
  const own = readPackage(folder);
  const folders = (own.manifest.workspaces ?? []).flatMap((pattern) => {
    const parent = join(folder, pattern.replace(/\/\*$/, ''));
    if (!pattern.endsWith('/*')) return [parent];
    return readdirSync(parent)
      .toSorted()
      .map((name) => join(parent, name));
  });
  return [...folders.filter((path) => existsSync(join(path, 'package.json'))).map(readPackage), own];
}

function readPackage(folder: string): Package {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { folder, manifest };
}

/** What a package depends on is published before it: nobody is to install what is not there yet. */
function inOrder(packages: readonly Package[]): readonly Package[] {
  const ordered = new Set<Package>();
  const add = (one: Package, path: readonly Package[]): void => {
    if (path.includes(one)) throw new Error(`${path.map(nameOf).join(' -> ')} -> ${nameOf(one)} depend on each other`);
    const { dependencies, peerDependencies } = one.manifest;
    const needed = { ...dependencies, ...peerDependencies };
    for (const other of packages) if (other.manifest.name in needed) add(other, [...path, one]);
    ordered.add(one);
  };
  for (const one of packages) add(one, []);
  return [...ordered];
}

function nameOf({ manifest: { name, version } }: Package): string {
  return `${name} ${version}`;
}

function planOf(one: Package): Plan {
  if (one.manifest.private === true) return { ...one, state: 'private' };
  const { version } = one.manifest;
  const there = publishedVersions(one);
  if (typeof there === 'string') return reject(one, `the registry does not say what it has: ${there}`);
  if (there.includes(version)) return { ...one, state: 'published already' };
  // A release may come while the next one is being tried; one that is tried comes after all.
  const rivals = there.filter((other) => semver.prerelease(version) !== null || semver.prerelease(other) === null);
  const above = rivals.filter((other) => !semver.gt(version, other)).toSorted(semver.rcompare)[0];
  if (above !== undefined) return reject(one, `${above} is published already, and this is no later version`);
  const changelog = join(one.folder, 'CHANGELOG.md');
  const entries = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
  const wanted = new RegExp(`^## \\[?${version.replace(/[.+]/g, '\\$&')}(?![\\w.+-])`, 'm');
  if (!wanted.test(entries)) return reject(one, `CHANGELOG.md has no entry "## ${version}"`);
  return { ...one, state: 'to publish' };
}

function reject(one: Package, reason: string): Plan {
  return { ...one, state: 'rejected', reason: `${nameOf(one)}: ${reason}` };
}

/** Versions that the registry has, or what it sent instead. */
function publishedVersions({ manifest: { name } }: Package): readonly string[] | string {
  const { done, stdout, stderr } = attempt('npm', ['view', name, 'versions', '--json']);
  if (!done) return stdout.includes('"E404"') ? [] : stderr.trim();
  const found: unknown = stdout.trim() === '' ? [] : JSON.parse(stdout);
  return [found].flat().map(String);
}

/** Publishes one after the other, and says at the end what is there and what is not. */
function publishAll(packages: readonly Package[], dry: boolean): number {
  const done: Package[] = [];
  for (const one of packages) {
    const { done: sent, stderr } = attempt('npm', publishArguments(one, dry), one.folder);
    if (!sent) {
      console.error(`${nameOf(one)} could not be published:\n${stderr.trim()}`);
      console.error(`Published: ${listOf(done)}. Not published: ${listOf(packages.slice(done.length))}.`);
      console.error('The same command goes on from here; what is published is skipped.');
      return 1;
    }
    console.log(`${nameOf(one)}: ${dry ? 'would be published' : 'published'}`);
    done.push(one);
  }
  console.log(dry ? 'Nothing was sent.' : `Published: ${listOf(done)}.`);
  return 0;
}

/** What was built is sent as it is. Only CI can state where a package comes from, and it does so by itself. */
function publishArguments({ manifest: { version } }: Package, dry: boolean): readonly string[] {
  const tag = semver.prerelease(version) === null ? 'latest' : 'next';
  const more = [...(dry ? ['--dry-run'] : []), ...(trusted() ? [] : ['--provenance=false'])];
  return ['publish', '--ignore-scripts', '--access', 'public', '--tag', tag, ...more];
}

function listOf(packages: readonly Package[]): string {
  return packages.map(nameOf).join(', ') || 'nothing';
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a command that may fail. */
function attempt(
  command: string,
  args: readonly string[],
  cwd: string = root,
): { readonly done: boolean; readonly stdout: string; readonly stderr: string } {
  try {
    const stdout = execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return { done: true, stdout, stderr: '' };
  } catch (error) {
    const text = (part: 'stdout' | 'stderr'): string =>
      error instanceof Error && part in error ? String(Object.getOwnPropertyDescriptor(error, part)?.value) : '';
    return { done: false, stdout: text('stdout'), stderr: text('stderr') || String(error) };
  }
}
