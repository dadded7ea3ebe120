import SemVer from 'semver/classes/semver.js';
import parse from 'semver/functions/parse.js';
import type { Change } from './change.js';

/** The part of a version that changes call for. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

/** Returns the bump that changes call for from 1.0.0 on. */
export function findBump(changes: readonly Pick<Change, 'kind'>[]): Bump {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('breaking')) return 'major';
  if (kinds.has('feature')) return 'minor';
  return kinds.has('fix') ? 'patch' : 'none';
}

/** Returns whether a value is a semantic version as npm writes it: `1.2.3`, `2.0.0-beta.1`, but not `v1.2.3`. */
export function isVersion(value: unknown): value is string {
  const parsed = typeof value === 'string' ? parse(value) : null;
  return (
    parsed !== null &&
    value === [parsed.version, ...(parsed.build.length > 0 ? [parsed.build.join('.')] : [])].join('+')
  );
}

/**
 * Returns the version after these changes. In 0.x, breaking changes and features raise the minor version, fixes the patch.
 * A prerelease goes on counting where the version that it precedes is high enough already: `2.0.0-beta.1` gives
 * `2.0.0-beta.2`. Throws `TypeError` on a text that is no semantic version.
 */
export function nextVersion(version: string, changes: readonly Pick<Change, 'kind'>[]): string {
  const parsed = parse(version);
  if (parsed === null) throw new TypeError(`${JSON.stringify(version)} is no semantic version`);
  const bump = findBump(changes);
  if (bump === 'none') return parsed.version;
  const wanted = parsed.major === 0 && bump === 'major' ? 'minor' : bump;
  const { major, minor, patch, prerelease } = parsed;
  if (prerelease.length === 0) return parsed.inc(wanted).version;
  // `2.0.0-beta.1` precedes a version that is high enough for any change, `2.1.0-beta.1` for a feature or a fix.
  const isMajor = minor === 0 && patch === 0 && major > 0;
  if (wanted === 'major' ? isMajor : wanted === 'patch' || patch === 0) return parsed.inc('prerelease').version;
  // The prerelease to begin with is called as the one before: `beta.3` gives `beta.0`.
  const words = prerelease.filter((one) => typeof one === 'string');
  return `${new SemVer(`${major}.${minor}.${patch}`).inc(wanted).version}-${[...words, 0].join('.')}`;
}
