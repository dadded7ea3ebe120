import { join, relative } from 'node:path';
import { errorAt, startOf, type Diagnostic } from '../../diagnostics.js';
import { isVersion } from '../../diff/next-version.js';
import { readText } from '../../output/disk.js';
import { readManifest } from '../../output/write/manifest.js';
import { display } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';

/** What is still known of a package that was made, but whose `released.json` is gone. */
export interface LostRelease {
  readonly version: string;
  /** The file that is gone, from the current folder, and the file that has the version. */
  readonly file: string;
  readonly source: string;
}

/** Finds out whether a package was made already, by its package.json or its changelog; `undefined` where it is new. */
export function findLostRelease({ cwd }: CommandInput, out: string): LostRelease | undefined {
  const nameOf = (path: string): string => display(relative(cwd, join(out, path)));
  const own = readManifest(out).has('package.json') ? readText(join(out, 'package.json')) : undefined;
  const stated = own === undefined ? undefined : versionOf(own);
  const version = stated ?? versionInHeading(readText(join(out, 'CHANGELOG.md')) ?? '');
  if (version === undefined) return undefined;
  const source = nameOf(stated === undefined ? 'CHANGELOG.md' : 'package.json');
  return { version, source, file: nameOf('released.json') };
}

function versionOf(text: string): string | undefined {
  try {
    const { version }: { version?: unknown } = JSON.parse(text) ?? {};
    return isVersion(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The version in the first heading of a changelog that has one. */
function versionInHeading(changelog: string): string | undefined {
  const headings = changelog.matchAll(/^#{1,3}[ \t]+\[?v?(\d+\.\d+\.\d+[\w.+-]*)/gm);
  return [...headings].map(([, version]) => version).find(isVersion);
}

/** The next release counts from now on, because nothing is known of the last one. */
export function warnOfLoss({ version, source, file }: LostRelease): Diagnostic {
  const message =
    `it is gone, although ${source} has version ${version}: made anew from what the sources say now, so that the next ` +
    `release tells no earlier changes; take it from the commit of the last release instead`;
  return { severity: 'warning', code: 'renewed-release', message, at: startOf(file) };
}

/** The changes of a release cannot be told. */
export function errorOfLoss({ version, source, file }: LostRelease): Diagnostic {
  const message =
    `it is gone, although ${source} has version ${version}: what changed since cannot be told; take it from the commit of ` +
    `the last release, or say with --bump patch, minor or major what the release is`;
  return errorAt('missing-release', message, startOf(file));
}
