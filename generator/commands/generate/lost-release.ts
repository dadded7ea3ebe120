import { join, relative } from 'node:path';
import { locateStart, type Diagnostic, type Severity } from '../../diagnostics.js';
import { isVersion } from '../../compare/changes/next-version.js';
import { FIRST_VERSION } from '../../emit/emit-context.js';
import { readText, toPosixPath } from '../../output/disk.js';
import { versionIn } from '../../output/read-tool.js';
import { readManifest, UNFINISHED } from '../../output/write/manifest.js';
import { type Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';

/** Facts about a package that was released, but whose `released.json` is gone. */
export interface LostRelease {
  readonly version: string;
  /** The file that is gone, from the current folder, and the file that has the version. */
  readonly file: string;
  readonly source: string;
}

/**
 * Finds a release that left no `released.json`: only a release gives a package a changelog, or a version that is neither
 * configured nor the first. `undefined` where the package is new, or where its first release was interrupted.
 */
export function findLostRelease({ cwd }: CommandInput, { out, settings }: Target): LostRelease | undefined {
  const toShownPath = (path: string): string => toPosixPath(relative(cwd, join(out, path)));
  const manifest = readManifest(out);
  if ([...manifest.values()].includes(UNFINISHED)) return undefined;
  const own = manifest.has('package.json') ? versionIn(readText(join(out, 'package.json')) ?? '') : undefined;
  const stated = settings.version === undefined && own !== FIRST_VERSION ? own : undefined;
  const version = isVersion(stated) ? stated : versionInHeading(readText(join(out, 'CHANGELOG.md')) ?? '');
  if (version === undefined) return undefined;
  const source = toShownPath(version === stated ? 'package.json' : 'CHANGELOG.md');
  return { version, source, file: toShownPath('released.json') };
}

/** Reads the version in the first heading of a changelog that has one: `## v1.2.3` → `1.2.3`. */
function versionInHeading(changelog: string): string | undefined {
  const headings = changelog.matchAll(/^#{1,3}[ \t]+\[?v?(\d+\.\d+\.\d+[\w.+-]*)/gm);
  return [...headings].map(([, version]) => version).find(isVersion);
}

/** Describes the loss: an error for a release, which needs the file, and a warning otherwise. */
export function describeLoss({ version, source, file }: LostRelease, severity: Severity): Diagnostic {
  const message =
    `it is gone, although ${source} has version ${version}: what changed since cannot be told; take it from the commit of ` +
    'the last release, or release with --bump patch, minor or major';
  return { severity, code: 'missing-release', message, at: locateStart(file) };
}
