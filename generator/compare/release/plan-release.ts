import compare from 'semver/functions/compare.js';
import difference from 'semver/functions/diff.js';
import increase from 'semver/functions/inc.js';
import { type Change, nextVersion } from '../changes/change.js';
import type { Diagnostic } from '../../diagnostics.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** The least bump that can be asked for. */
export type Bump = 'major' | 'minor' | 'patch';

/** The facts that decide about a release. */
export interface ReleaseFacts {
  /** Version that was released last. */
  readonly released: string;
  /** Version that the configuration states: one that somebody has raised is taken, if the changes allow it. */
  readonly configured?: string | undefined;
  readonly changes: readonly Change[];
  /** The least bump, even if the changes call for less. */
  readonly least?: Bump | undefined;
}

/** A release: from which version to which, and why. */
export interface ReleasePlan {
  readonly from: string;
  readonly to: string;
  /** The part of the version that differs: `minor`. */
  readonly bump: string;
  readonly changes: readonly Change[];
}

/**
 * The release that changes call for, the highest of what they, the configuration and the caller ask for; `undefined` where
 * nothing does. It starts from what was released and not from what is configured, so that a release which was interrupted
 * comes out the same when it is done again.
 */
export function planRelease({ released, configured, changes, least }: ReleaseFacts): ReleasePlan | undefined {
  const wanted = [
    released,
    ...(configured === undefined ? [] : [configured]),
    ...(changes.length === 0 ? [] : [nextVersion(released, changes)]),
    ...(least === undefined ? [] : [increase(released, least) ?? released]),
  ];
  const to = wanted.toSorted(compare).at(-1) ?? released;
  if (compare(to, released) <= 0) return undefined;
  return { from: released, to, bump: difference(released, to) ?? 'patch', changes };
}

/** Returns whether a version precedes another one. */
export function isLower(version: string, other: string): boolean {
  return version !== other && compare(version, other) < 0;
}

/** The first mark that a merge left in a file that a release changes; `undefined` where there is none. */
export function findConflict({ file, text }: SpecText): Diagnostic | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const line = lines.findIndex((one) => /^(?:<{7}|>{7})(?: |$)/.test(one));
  if (line < 0) return undefined;
  const message = 'this is a mark of a merge conflict';
  return { severity: 'error', code: 'merge-conflict', message, at: { file, line: line + 1, column: 1 } };
}
