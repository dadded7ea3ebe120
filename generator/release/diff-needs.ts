import intersects from 'semver/ranges/intersects.js';
import type { Change } from '../diff/change.js';
import { plainKindOf } from '../diff/change-codes.js';

/** Packages that a package needs, by name, and the range of versions of each. */
export type Needs = Readonly<Record<string, string>>;

/**
 * How the versions changed that a package needs of others. It breaks where none of the old ones do, even of a dependency that
 * npm would install: the package passes on what that one exports.
 */
export function diffNeeds(before: Needs, after: Needs, file: string): readonly Change[] {
  return Object.entries(after).flatMap(([subject, range]) => {
    const old = before[subject];
    if (old === undefined || old === range) return [];
    const code = intersects(old, range) ? 'dependency-changed' : 'dependency-replaced';
    const message = `${range} is needed, and ${old} was`;
    return [
      {
        kind: plainKindOf(code),
        code,
        message,
        subject,
        operations: [],
        at: { file, line: 1, column: 1 },
        side: 'old',
      },
    ];
  });
}
