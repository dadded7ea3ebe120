import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePointer, printPointer } from '../../generator/spec/read/pointer.js';

describe('JSON pointers', () => {
  test('escape tilde and slash', () => {
    expect(printPointer(['paths', '/a/~b', 0])).toBe('/paths/~1a~1~0b/0');
  });

  test('unescape ~01 to ~1, not to a slash', () => {
    expect(parsePointer('/~01')).toEqual(['~1']);
  });

  test('distinguish the root from an empty key', () => {
    expect([parsePointer(''), parsePointer('/')]).toEqual([[], ['']]);
  });

  test.each(['a', 'a/b', '/~', '/~2'])('reject %j', (given) => {
    expect(parsePointer(given)).toBeUndefined();
  });

  test('that are printed and parsed stay the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a', '%', 'é') })), (steps) => {
        expect(parsePointer(printPointer(steps))).toEqual(steps);
      }),
    );
  });
});
