import { join, relative } from 'node:path';
import { locateStart, type Diagnostic, type Severity } from '../../diagnostics.js';
import { FIRST_VERSION } from '../../emit/emit-context.js';
import { readText } from '../../output/disk.js';
import { versionIn } from '../../output/read-tool.js';
import { readManifest, UNFINISHED } from '../../output/write/manifest.js';
import { toPosixPath, type Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';

/** What is still known of a package that was made, but whose `released.json` is gone. */
export interface LostRelease {
  readonly version: string;
  /** The file that is gone, from the current folder, and the file that has the version. */
  readonly file: string;
  readonly source: string;
}

/**
 * Finds out whether a package was released already: only a release gives it a version that is neither configured nor the
 * first, or a changelog; `undefined` where it is new, or where its first release was interrupted.
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

/** Versions as npm has them. */
const VERSION = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value);
}

/** The version in the first heading of a changelog that has one. */
function versionInHeading(changelog: string): string | undefined {
  const headings = changelog.matchAll(/^#{1,3}[ \t]+\[?v?(\d+\.\d+\.\d+[\w.+-]*)/gm);
  return [...headings].map(([, version]) => version).find(isVersion);
}

/** Says that it is gone: only a release has to know what it said. */
export function describeLoss({ version, source, file }: LostRelease, severity: Severity): Diagnostic {
  const message =
    `it is gone, although ${source} has version ${version}: what changed since cannot be told; take it from the commit of ` +
    'the last release, or release with --bump patch, minor or major';
  return { severity, code: 'missing-release', message, at: locateStart(file) };
}
