import compare from 'semver/functions/compare.js';
import difference from 'semver/functions/diff.js';
import increase from 'semver/functions/inc.js';
import { type Change, nextVersion } from '../changes/change.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** A value of `--bump`. */
export type Bump = 'major' | 'minor' | 'patch';

/** The facts that decide about a release. */
export interface ReleaseFacts {
  /** Version of the last release. */
  readonly released: string;
  /** Version in the configuration. It is used if somebody has raised it far enough for the changes. */
  readonly configured?: string | undefined;
  readonly changes: readonly Change[];
  /** The least bump, even if the changes require a smaller one. */
  readonly least?: Bump | undefined;
}

/** A release: its version, the version before, and the changes between them. */
export interface ReleasePlan {
  readonly from: string;
  readonly to: string;
  /** The part of the version that differs: `minor`. */
  readonly bump: string;
  readonly changes: readonly Change[];
}

/**
 * Plans the next release: its version is the highest of those that the changes, the configuration and `least` require. `undefined`
 * if none of them requires a release. It counts from the last release, not from the configured version, so that an interrupted
 * release gets the same version when it is repeated.
 */
export function planRelease({ released, configured, changes, least }: ReleaseFacts): ReleasePlan | undefined {
  const candidates = [
    released,
    ...(configured === undefined ? [] : [configured]),
    ...(changes.length === 0 ? [] : [nextVersion(released, changes)]),
    ...(least === undefined ? [] : [increase(released, least) ?? released]),
  ];
  const to = candidates.toSorted(compare).at(-1) ?? released;
  if (compare(to, released) <= 0) return undefined;
  return { from: released, to, bump: difference(released, to) ?? 'patch', changes };
}

/** Returns whether a version precedes another one. */
export function isLower(version: string, other: string): boolean {
  return version !== other && compare(version, other) < 0;
}

/** Reports the first conflict marker of a merge (`<<<<<<<`) in a file that a release changes; `undefined` if there is none. */
export function findConflict({ file, text }: SpecText): Diagnostic | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const line = lines.findIndex((one) => /^(?:<{7}|>{7})(?: |$)/.test(one));
  if (line < 0) return undefined;
  const message = 'this is a mark of a merge conflict';
  return { severity: 'error', code: 'merge-conflict', message, at: { file, line: line + 1, column: 1 } };
}
