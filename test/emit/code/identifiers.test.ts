import { describe, expect, test } from 'vitest';
import { reservedExports } from '../../../generator/api/naming/reserved-names.js';
import { assertIdentifier, assertPropertyName, isIdentifier, isPropertyName, reservedWords } from 'speccast/emitter';
import { hostileTexts } from './hostile-texts.js';

describe('identifiers', () => {
  test.each(['a', '$', '_x1', 'Playlist', 'ofType', 'é', '仓库', 'züge_1', '𠮷'])('%s can be declared', (given) => {
    expect(isIdentifier(given)).toBe(true);
    expect(assertIdentifier(given)).toBe(given);
  });

  test.each([
    '',
    '1a',
    'a-b',
    'class',
    'await',
    'string',
    'e\u0301',
    'a\u200d',
    'a\u202e',
    '\u3164',
    'a\n',
    'a b',
    ...hostileTexts.filter((text) => !/^\w+$/.test(text)),
  ])('%j cannot be declared', (given) => {
    expect(isIdentifier(given)).toBe(false);
    expect(() => assertIdentifier(given)).toThrow(`Not an identifier: ${JSON.stringify(given)}`);
  });

  test('reserved words are never chosen as names of exports', () => {
    expect([...reservedWords].filter((word) => !reservedExports.has(word))).toEqual([]);
  });

  test('reserved words are property names, `__proto__` is not', () => {
    expect(isPropertyName('delete')).toBe(true);
    expect(isPropertyName('__proto__')).toBe(false);
    expect(() => assertPropertyName('a-b')).toThrow('Not a property name: "a-b"');
  });
});
