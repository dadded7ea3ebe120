import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { findDrift, type KnownDifference } from '../../../generator/compare/drift/known-differences.js';
import { readRows } from '../../rows.js';

const position = { file: 'drift.yaml', line: 1, column: 1 };

function difference(at: string): { at: string; says: string; position: typeof position } {
  return { at, says: 'only in the spec', position };
}

function entry(at: string): KnownDifference {
  return { at, reason: 'Meant.', position };
}

function fits(glob: string, text: string): boolean {
  return findDrift([difference(text)], [entry(glob)]).unknown.length === 0;
}

const { table } = readRows(import.meta.url);

table('findDrift keeps $name', (row: Readonly<Record<'differences' | 'known' | 'unknown' | 'unneeded', string[]>>) => {
  const { unknown, unneeded } = findDrift(row.differences.map(difference), row.known.map(entry));
  expect({ unknown, unneeded }).toEqual({ unknown: row.unknown.map(difference), unneeded: row.unneeded.map(entry) });
});

table('%j on %j: %j', (glob: string, text: string, want: boolean) => {
  expect(fits(glob, text)).toBe(want);
});

test('an address with * matches like a regular expression would', () => {
  const word = array(constantFrom('a', 'b', '*'), { maxLength: 8 }).map((list) => list.join(''));
  assert(
    property(word, word, (glob, text) => {
      const pattern = new RegExp(`^${glob.replaceAll('*', '.*')}$`);
      expect(fits(glob, text)).toBe(pattern.test(text));
    }),
  );
});
