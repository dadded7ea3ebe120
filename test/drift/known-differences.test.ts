import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../spec/read-text.js';
import { findDrift, readKnownDifferences, type KnownDifference } from '../../generator/drift/known-differences.js';
import { readRows } from '../rows.js';

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

describe('readKnownDifferences', () => {
  test('reads addresses and reasons with their places', () => {
    const diagnostics = new Diagnostics();
    const text = 'differences:\n  - at: operations.a\n    reason: Not offered.\n';
    expect(readKnownDifferences({ file: 'drift.yaml', text }, diagnostics)).toEqual([
      { at: 'operations.a', reason: 'Not offered.', position: { file: 'drift.yaml', line: 2, column: 5 } },
    ]);
    expect(diagnostics.list).toEqual([]);
  });

  test.each([
    ['[]', 'drift.yaml:1:1 error invalid-drift: a mapping with the list `differences` is expected'],
    ['differences: []\nreasons: 1', 'drift.yaml:2:1 error invalid-drift: there is no key "reasons" here'],
    ['differences: [a]', 'drift.yaml:1:15 error invalid-drift: an entry has `at` and `reason`'],
    ['differences: [{ reason: b }]', 'drift.yaml:1:15 error invalid-drift: `at` is the address of a difference'],
    ['differences: [{ at: a, reason: " " }]', 'drift.yaml:1:15 error invalid-drift: `reason` is a sentence'],
    [
      'differences: [{ at: a, reasn: b, reason: c }]',
      'drift.yaml:1:24 error invalid-drift: there is no key "reasn" here; did you mean "reason"?',
    ],
  ])('refuses %j', (text, want) => {
    const diagnostics = new Diagnostics();
    readKnownDifferences({ file: 'drift.yaml', text }, diagnostics);
    expect(diagnostics.list.map(printDiagnostic)).toEqual([want]);
  });
});

describe('findDrift', () => {
  test('keeps what no entry explains, and entries that explain nothing', () => {
    const known = [entry('operations.a'), entry('schemas.*'), entry('operations.c')];
    const found = ['operations.a', 'schemas.B', 'operations.d'].map(difference);
    expect(findDrift(found, known)).toEqual({
      unknown: [difference('operations.d')],
      unneeded: [entry('operations.c')],
    });
  });

  test('counts an entry as unneeded when one before it explains the same', () => {
    expect(findDrift([difference('a.b')], [entry('a.*'), entry('a.b')]).unneeded).toEqual([entry('a.b')]);
  });

  test.each(readRows(import.meta.url).rows<readonly [string, string, boolean]>('findDrift'))(
    '%j on %j: %j',
    (glob, text, want) => {
      expect(fits(glob, text)).toBe(want);
    },
  );

  test('matches like a regular expression would', () => {
    const word = array(constantFrom('a', 'b', '*'), { maxLength: 8 }).map((list) => list.join(''));
    assert(
      property(word, word, (glob, text) => {
        const pattern = new RegExp(`^${glob.replaceAll('*', '.*')}$`);
        expect(fits(glob, text)).toBe(pattern.test(text));
      }),
    );
  });
});
