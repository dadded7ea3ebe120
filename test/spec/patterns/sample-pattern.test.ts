import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplePattern } from '../../../generator/spec/patterns/sample-pattern.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

table('%s matches its sample %j', (pattern: string, want: string) => {
  const sample = samplePattern(pattern);
  expect(sample).toBe(want);
  expect(sample).toMatch(new RegExp(pattern, 'u'));
});

test('a sample has at least and at most the required length, or there is none', () => {
  expect(samplePattern('^[a-z]+$', { least: 5 })).toHaveLength(8);
  expect(samplePattern('^[a-z]{3}$', { least: 5 })).toBeUndefined();
  expect(samplePattern('^[a-z]{30}$', { most: 20 })).toBeUndefined();
  expect(samplePattern('^a{5000}$')).toBeUndefined();
  expect(samplePattern('^(?:(?:a{99}){99}){99}$')).toBeUndefined();
});

test('patterns with lookarounds, backreferences or rare characters, and invalid ones, have no sample', () => {
  expect(samplePattern('^(?=a)b$')).toBeUndefined();
  expect(samplePattern('^(a)\\1$')).toBeUndefined();
  expect(samplePattern('(')).toBeUndefined();
  expect(samplePattern('^\u{10FFFF}\\p{Lo}$')).toBeUndefined();
});

test('groups that repeat the empty string, and thousands of groups, take no time', () => {
  expect(samplePattern('^(?:(?:(?:(?:(?:(?:|a)*)*)*)*)*)*b$', { least: 5 })).toBeUndefined();
  expect(samplePattern(`${'('.repeat(5000)}a${')'.repeat(5000)}`)).toBeUndefined();
});

test('every pattern matches its sample', () => {
  const set = fc.constantFrom('a', '[a-f]', '\\d', '[^a-z]', '\\w', '\\.', '[A-Z_]', '.', '\\s', '[-x]');
  const pattern = fc.letrec<{ all: string; sequence: string; repeat: string; choice: string }>((tie) => ({
    all: fc.oneof({ maxDepth: 4 }, set, tie('sequence'), tie('repeat'), tie('choice')),
    sequence: fc.array(tie('all'), { maxLength: 3 }).map((parts) => parts.join('')),
    repeat: fc
      .tuple(tie('all'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}', '{0,2}'))
      .map(([inner, sign]) => `(?:${inner})${sign}`),
    choice: fc.array(tie('all'), { minLength: 1, maxLength: 3 }).map((parts) => `(?:${parts.join('|')})`),
  })).all;
  fc.assert(
    fc.property(pattern, fc.nat(6), (inner, least) => {
      const sample = samplePattern(`^(?:${inner})$`, { least });
      if (sample === undefined) return;
      expect(sample.length).toBeGreaterThanOrEqual(least);
      expect(sample).toMatch(new RegExp(`^(?:${inner})$`, 'u'));
    }),
    { numRuns: 500 },
  );
});
