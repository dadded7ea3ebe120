import { describe, expect, test } from 'vitest';
import type { ChangeKind } from 'speccast';
import { readRows } from '../rows.js';
import { findBump, isVersion, nextVersion } from '../../generator/compare/changes/change.js';

function changes(...kinds: readonly ChangeKind[]): readonly { readonly kind: ChangeKind }[] {
  return kinds.map((kind) => ({ kind }));
}

test.each([
  [[], 'none'],
  [['fix'], 'patch'],
  [['fix', 'feature'], 'minor'],
  [['feature', 'breaking', 'fix'], 'major'],
] as const)('%j call for %s', (kinds, bump) => {
  expect(findBump(changes(...kinds))).toBe(bump);
});

describe('the next version', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string, string, string]>('next versions'))(
    'after %s is %s for a breaking change, %s for a feature, %s for a fix',
    (version, breaking, feature, fix) => {
      const next = (kind: ChangeKind): string => nextVersion(version, changes(kind));
      expect([next('breaking'), next('feature'), next('fix')]).toEqual([breaking, feature, fix]);
    },
  );

  test('is the same without changes', () => {
    expect(nextVersion('1.4.2', [])).toBe('1.4.2');
  });

  test('does not exist after a text that is no semantic version', () => {
    expect(() => nextVersion('v3', changes('fix'))).toThrow(new TypeError('"v3" is no semantic version'));
    const versions = [
      '1.0.0',
      '2.0.0-beta.1',
      '1.0.0+build.7',
      '1.0',
      'v3',
      'v1.0.0',
      ' 1.0.0',
      '01.0.0',
      '1.0.0-01',
      '',
      1,
    ];
    expect(versions.filter(isVersion)).toEqual(['1.0.0', '2.0.0-beta.1', '1.0.0+build.7']);
  });
});
