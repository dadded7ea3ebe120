import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  matchesGlob,
  parsePattern,
  printPattern,
  type OperationPattern,
} from '../../generator/spec/operation-pattern.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

describe('matchesGlob', () => {
  table('%s and %s: %s', (glob: string, text: string, want: boolean) => {
    expect(matchesGlob(glob, text)).toBe(want);
  });

  test('agrees with a regular expression', () => {
    const glob = fc.array(fc.constantFrom('a', '/', '*', '**', '.'), { maxLength: 6 }).map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom('a', '/', '.'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(glob, text, (pattern, value) => {
        const source = pattern
          .replaceAll('.', '\\.')
          .replace(/\*\*|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'))
          .replace(/\/\.\*$/, '(?:/.*)?');
        expect(matchesGlob(pattern, value)).toBe(new RegExp(`^${source}$`).test(value));
      }),
    );
  });

  test('is fast, whatever the pattern', () => {
    expect(matchesGlob(`${'*a'.repeat(500)}b`, 'a'.repeat(1000))).toBe(false);
  });
});

describe('a pattern of a command line', () => {
  test('that is printed and parsed stays the same', () => {
    const text = fc.string({ minLength: 1, maxLength: 8 }).filter((value) => !value.includes(','));
    const pattern: fc.Arbitrary<OperationPattern> = fc
      .record(
        { tag: text, operationId: text, path: text, method: text, webhook: text, deprecated: fc.boolean() },
        { requiredKeys: [] },
      )
      .filter((one) => Object.keys(one).length > 0);
    fc.assert(
      fc.property(pattern, (one) => {
        expect(parsePattern(printPattern(one))).toEqual(one);
      }),
    );
  });

  table('%s', (text: string, want: JsonObject) => {
    expect(parsePattern(text)).toEqual(want);
  });

  test.each(['', 'tag', 'tag:', 'tag:a,tag:b', 'name:a', 'deprecated:yes', ','])('rejects %j', (text) => {
    expect(parsePattern(text)).toBeUndefined();
  });
});
