/*
 * `npm run publish:packages -- [--dry-run]`: publishes the packages of this repository that the registry does not have yet. All
 * checks run before the first package is sent. It stops at the first failure; running it again publishes the other packages. In CI
 * it needs no token: npm proves by OIDC in which workflow of which repository it runs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

/** Members of a package.json that publishing reads. */
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

/** A package, and whether it is published. `reason` is the reason of a rejection. */
type Plan = Package & {
  readonly state: 'to publish' | 'private' | 'published already' | 'rejected';
  readonly reason?: string;
};

/** Lowest versions that support trusted publishing. */
const LOWEST = { npm: '11.5.1', node: '22.14.0' } as const;

const root = process.cwd();
process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const unknown = args.filter((arg) => arg !== '--dry-run');
  if (unknown.length > 0) {
    console.error(`Only --dry-run is known, not ${unknown.join(' ')}.`);
    return 2;
  }
  const problems = checkTree();
  const plans = problems.length > 0 ? [] : sortByDependencies(listPackages(root)).map(createPlan);
  problems.push(...plans.flatMap(({ reason = [] }) => reason));
  if (problems.length > 0) {
    console.error(`Nothing was published:\n${problems.map((one) => `- ${one}`).join('\n')}`);
    return 1;
  }
  const ready = plans.filter(({ state }) => state === 'to publish');
  for (const one of plans) if (one.state !== 'to publish') console.log(`${printName(one)}: ${one.state}, skipped`);
  if (ready.length > 0) {
    const { isDone, stdout, stderr } = attempt('npm', ['run', '-s', 'build']);
    if (!isDone) {
      console.error(`Nothing was published: the packages cannot be built.\n${stdout}${stderr}`.trimEnd());
      return 1;
    }
  }
  return publishAll(ready, args.includes('--dry-run'));
}

/** Lists reasons why no package may be published from this working tree. */
function checkTree(): string[] {
  const problems: string[] = [];
  const changed = run('git', ['status', '--porcelain']).trim();
  if (changed !== '') problems.push(`the tree has changes that are not committed:\n${changed}`);
  const check = attempt('npm', ['run', '-s', 'speccast', '--', 'generate', '--check']);
  if (!check.isDone) problems.push('the generated packages are out of date: run `npm run -s generate`, and commit');
  return [...problems, ...(isTrusted() ? checkTools() : [])];
}

/** Returns whether a workflow with trusted publishing runs this script: only `id-token: write` sets this variable. */
function isTrusted(): boolean {
  return process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] !== undefined;
}

function checkTools(): readonly string[] {
  const versions = { npm: run('npm', ['--version']).trim(), node: process.versions.node };
  return (['npm', 'node'] as const)
    .filter((tool) => semver.lt(versions[tool], LOWEST[tool]))
    .map((tool) => `trusted publishing needs ${tool} ${LOWEST[tool]} or later, and this is ${versions[tool]}`);
}

/** Lists the packages of the workspaces, then that of the root. */
function listPackages(folder: string): readonly Package[] {
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

/** Sorts packages so that each comes after its dependencies: a published package can be installed at any time. */
function sortByDependencies(packages: readonly Package[]): readonly Package[] {
  const ordered = new Set<Package>();
  const add = (one: Package, path: readonly Package[]): void => {
    if (path.includes(one))
      throw new Error(`${path.map(printName).join(' -> ')} -> ${printName(one)} depend on each other`);
    const { dependencies, peerDependencies } = one.manifest;
    const needed = { ...dependencies, ...peerDependencies };
    for (const other of packages) if (other.manifest.name in needed) add(other, [...path, one]);
    ordered.add(one);
  };
  for (const one of packages) add(one, []);
  return [...ordered];
}

function printName({ manifest: { name, version } }: Package): string {
  return `${name} ${version}`;
}

function createPlan(one: Package): Plan {
  if (one.manifest.private === true) return { ...one, state: 'private' };
  const { version } = one.manifest;
  const published = publishedVersions(one);
  if (typeof published === 'string') return reject(one, `its versions cannot be read from the registry: ${published}`);
  if (published.includes(version)) return { ...one, state: 'published already' };
  // A release has to be later than other releases, a prerelease later than all versions.
  const rivals = published.filter((other) => semver.prerelease(version) !== null || semver.prerelease(other) === null);
  const above = rivals.filter((other) => !semver.gt(version, other)).toSorted(semver.rcompare)[0];
  if (above !== undefined) return reject(one, `${above} is published already: raise the version above it`);
  const changelog = join(one.folder, 'CHANGELOG.md');
  const entries = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
  const entry = new RegExp(`^## \\[?${version.replace(/[.+]/g, '\\$&')}(?![\\w.+-])`, 'm');
  if (!entry.test(entries)) return reject(one, `CHANGELOG.md has no entry "## ${version}"`);
  return { ...one, state: 'to publish' };
}

function reject(one: Package, reason: string): Plan {
  return { ...one, state: 'rejected', reason: `${printName(one)}: ${reason}` };
}

/** Returns the versions that the registry has, or its error. */
function publishedVersions({ manifest: { name } }: Package): readonly string[] | string {
  const { isDone, stdout, stderr } = attempt('npm', ['view', name, 'versions', '--json']);
  if (!isDone) return stdout.includes('"E404"') ? [] : stderr.trim();
  const found: unknown = stdout.trim() === '' ? [] : JSON.parse(stdout);
  return [found].flat().map(String);
}

/** Publishes packages one after the other, and prints which are published and which are not. Returns the exit code. */
function publishAll(packages: readonly Package[], dry: boolean): number {
  const published: Package[] = [];
  for (const one of packages) {
    const { isDone, stderr } = attempt('npm', publishArguments(one, dry), one.folder);
    if (!isDone) {
      console.error(`${printName(one)} could not be published:\n${stderr.trim()}`);
      console.error(
        `Published: ${printNames(published)}. Not published: ${printNames(packages.slice(published.length))}.`,
      );
      console.error('Run the same command again to publish the others.');
      return 1;
    }
    console.log(`${printName(one)}: ${dry ? 'would be published' : 'published'}`);
    published.push(one);
  }
  console.log(dry ? 'Nothing was sent.' : `Published: ${printNames(published)}.`);
  return 0;
}

/** Returns the arguments of npm. `--ignore-scripts`: packages are built already. Provenance is only possible in CI, where npm adds it. */
function publishArguments({ manifest: { version } }: Package, dry: boolean): readonly string[] {
  const tag = semver.prerelease(version) === null ? 'latest' : 'next';
  const more = [...(dry ? ['--dry-run'] : []), ...(isTrusted() ? [] : ['--provenance=false'])];
  return ['publish', '--ignore-scripts', '--access', 'public', '--tag', tag, ...more];
}

function printNames(packages: readonly Package[]): string {
  return packages.map(printName).join(', ') || 'nothing';
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a command that may fail, and returns its output. */
function attempt(
  command: string,
  args: readonly string[],
  cwd: string = root,
): { readonly isDone: boolean; readonly stdout: string; readonly stderr: string } {
  try {
    const stdout = execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return { isDone: true, stdout, stderr: '' };
  } catch (error) {
    const text = (part: 'stdout' | 'stderr'): string =>
      error instanceof Error && part in error ? String(Object.getOwnPropertyDescriptor(error, part)?.value) : '';
    return { isDone: false, stdout: text('stdout'), stderr: text('stderr') || String(error) };
  }
}
