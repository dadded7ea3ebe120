import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { findDrift, type KnownDifference } from '../../../generator/compare/drift/known-differences.js';
import { readRows } from '../../rows.js';

const position = { file: 'drift.yaml', line: 1, column: 1 };

function buildDifference(at: string): { at: string; says: string; position: typeof position } {
  return { at, says: 'only in the spec', position };
}

function buildEntry(at: string): KnownDifference {
  return { at, reason: 'Meant.', position };
}

function matches(glob: string, text: string): boolean {
  return findDrift([buildDifference(text)], [buildEntry(glob)]).unknown.length === 0;
}

const { table } = readRows(import.meta.url);

table('findDrift keeps $name', (row: Readonly<Record<'differences' | 'known' | 'unknown' | 'unneeded', string[]>>) => {
  const { unknown, unneeded } = findDrift(row.differences.map(buildDifference), row.known.map(buildEntry));
  expect({ unknown, unneeded }).toEqual({
    unknown: row.unknown.map(buildDifference),
    unneeded: row.unneeded.map(buildEntry),
  });
});

table('%j on %j: %j', (glob: string, text: string, want: boolean) => {
  expect(matches(glob, text)).toBe(want);
});

test('a path with * matches like a regular expression', () => {
  const word = array(constantFrom('a', 'b', '*'), { maxLength: 8 }).map((list) => list.join(''));
  assert(
    property(word, word, (glob, text) => {
      const pattern = new RegExp(`^${glob.replaceAll('*', '.*')}$`);
      expect(matches(glob, text)).toBe(pattern.test(text));
    }),
  );
});
