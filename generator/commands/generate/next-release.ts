import { join, relative, dirname } from 'node:path';
import type { ApiSources } from '../../api/read-api.js';
import { locateStart, type Diagnostic, type Failure, type Severity } from '../../diagnostics.js';
import { FIRST_VERSION } from '../../emit/emit-context.js';
import { pickOptions } from '../../options.js';
import { readText, toPosixPath, foldersAbove, readIfAllowed } from '../../output/disk.js';
import { versionIn } from '../../output/read-tool.js';
import { readManifest, UNFINISHED } from '../../output/write/manifest.js';
import { readCustomExports, openReader, readCustom } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';
import { existsSync } from 'node:fs';
import { projectRoot } from '../../config/read-config.js';
import { SPECCAST_INTERFACE } from '../../emit/code/imports.js';
import { buildState } from '../build.js';
import { findPackageManager } from '../package-manager.js';
import { isVersion } from '../../compare/changes/change.js';

/** Facts about a package that was released, but whose `released.json` is gone. */
export interface LostRelease {
  readonly version: string;
  /** Paths from the current folder: the missing `released.json`, and the file that still has the version. */
  readonly file: string;
  readonly source: string;
}

/**
 * Finds a release whose `released.json` is gone: only a release gives a package a changelog, or a version that is neither
 * configured nor the first. `undefined` if the package is new, or if its first release was interrupted.
 */
export function findLostRelease({ cwd }: CommandInput, { out, settings }: Target): LostRelease | undefined {
  const toShownPath = (path: string): string => toPosixPath(relative(cwd, join(out, path)));
  const manifest = readManifest(out);
  if ([...manifest.values()].includes(UNFINISHED)) return undefined;
  const own = manifest.has('package.json') ? versionIn(readText(join(out, 'package.json')) ?? '') : undefined;
  const stated = settings.version === undefined && own !== FIRST_VERSION ? own : undefined;
  // The first heading of the changelog with a version: `## v1.2.3`.
  const changelog = isVersion(stated) ? undefined : readText(join(out, 'CHANGELOG.md'));
  const headings = (changelog ?? '').matchAll(/^#{1,3}[ \t]+\[?v?(\d+\.\d+\.\d+[\w.+-]*)/gm);
  const version = isVersion(stated) ? stated : [...headings].map(([, heading]) => heading).find(isVersion);
  if (version === undefined) return undefined;
  const source = toShownPath(version === stated ? 'package.json' : 'CHANGELOG.md');
  return { version, source, file: toShownPath('released.json') };
}

/** Describes a lost `released.json`: an error for a release, which needs the file, and a warning otherwise. */
export function describeLoss({ version, source, file }: LostRelease, severity: Severity): Diagnostic {
  const message =
    `this file is missing, although ${source} has version ${version}, so the changes since then are not known; restore it from the commit of ` +
    'the last release, or release with --bump patch, minor or major';
  return { severity, code: 'missing-release', message, at: locateStart(file) };
}

/** The next release of a package. */
export interface NextRelease {
  /** npm name of the package. */
  readonly package: string;
  /** Version of the last release; null if there is none. */
  readonly from: string | null;
  /** The next version; the same as `from` if nothing changed since. */
  readonly to: string;
  /** Part of the version that is raised: `minor`; null if the version stays. */
  readonly bump: string | null;
}

/**
 * Plans the version that `generate --release` would choose if these were the sources of a package. It depends on the last release of
 * the package, not on the spec that `diff` compares the sources with. `undefined` if the last release is not known.
 */
export async function planNextRelease(
  input: CommandInput,
  target: Target,
  sources: ApiSources,
): Promise<NextRelease | Failure | undefined> {
  const { out, settings, packageName = target.name } = target;
  const path = join(out, 'released.json');
  const text = readText(path);
  const own = { package: packageName };
  if (text === undefined) {
    if (findLostRelease(input, target) !== undefined) return undefined;
    return { ...own, from: null, to: settings.version ?? FIRST_VERSION, bump: null };
  }
  const { findChangesSince } = await import('../../compare/release/find-changes.js');
  const { planRelease } = await import('../../compare/release/plan-release.js');
  const file = toPosixPath(relative(input.cwd, path));
  const customExports = await readCustomExports(readCustom(target, openReader(target)));
  const options = { ...pickOptions(target), packageName, customExports };
  const found = findChangesSince({ file, text }, { ...sources, ...options });
  if ('diagnostics' in found) return found;
  const { version: released, changes } = found;
  const plan = planRelease({ released, configured: settings.version, changes });
  return { ...own, from: released, to: plan?.to ?? released, bump: plan?.bump ?? null };
}

/** Names the next command if the packages of a project cannot be imported yet: `next: npm install`. */
export function describeNext(cwd: string, targets: readonly Target[]): string | undefined {
  const steps = targets.map((target) => findMissingStep(target));
  // In this order: `install` also builds and links packages.
  const first = (['install', 'add', 'build'] as const).find((step) => steps.includes(step));
  const [target] = targets;
  if (first === undefined || target === undefined) return undefined;
  const root = findTargetRoot(target);
  const { install, exec, add } = findPackageManager(root);
  const commands = { install, add: `${add} @speccast/runtime@${SPECCAST_INTERFACE}`, build: `${exec} speccast build` };
  const folder = relative(cwd, root).replaceAll('\\', '/');
  return `next: ${folder === '' ? '' : `cd ${folder} && `}${commands[first]}`;
}

function findTargetRoot({ config, out }: Target): string {
  return config === undefined ? out : projectRoot(dirname(config));
}

function findMissingStep(target: Target): 'install' | 'add' | 'build' | undefined {
  const root = findTargetRoot(target);
  const text = readIfAllowed(join(root, 'package.json'));
  if (target.config === undefined || text === undefined) return undefined;
  const folders = [root, ...foldersAbove(root)];
  const isThere = (name: string): boolean => folders.some((one) => existsSync(join(one, 'node_modules', name)));
  if (target.output === 'source') {
    if (isThere('@speccast/runtime')) return undefined;
    return text.includes('"@speccast/runtime"') ? 'install' : 'add';
  }
  if (!isThere(target.packageName ?? '')) return 'install';
  const state = buildState(target.out);
  if (state === 'not installed') return 'install';
  return state === 'not built' ? 'build' : undefined;
}
