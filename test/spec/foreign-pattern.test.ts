import { expect, test } from 'vitest';
import { readForeignPattern } from '../../generator/spec/patterns/foreign-pattern.js';

const letters = 'which JavaScript takes for letters';
const slashes = 'is written with slashes, which belong to it in JSON Schema';
const flags = 'is written with slashes and flags, which belong to it in JSON Schema';

test.each([
  ['\\A[a-z]+\\z', { fault: `has "\\A" and "\\z", ${letters}`, meant: '^[a-z]+$' }],
  ['\\A\\d+\\Z', { fault: `has "\\A" and "\\Z", ${letters}`, meant: '^\\d+$' }],
  ['\\A\\S[\\p{Print}]*\\z', { fault: `has "\\A" and "\\z", ${letters}` }],
  ['/^a$/', { fault: slashes, meant: '^a$' }],
  ['/^a\\/b/', { fault: slashes, meant: '^a\\/b' }],
  ['/^a$/u', { fault: flags, meant: '^a$' }],
  ['/^a$/i', { fault: flags }],
  ['/^(/', { fault: slashes }],
  ['^\\p{Print}+$', { fault: 'has a class of characters that JavaScript does not know' }],
])('%j is written for another language', (pattern, want) => {
  expect(readForeignPattern(pattern)).toEqual(want);
});

test.each(['^a$', '/a/b/', '/a\\$/', '\\\\A', '^\\p{L}+$', '^\\-$', '[', '\\p{ASCII}', '/[a-z]+/'])(
  '%j is read as JavaScript reads it',
  (pattern) => {
    expect(readForeignPattern(pattern)).toBeUndefined();
  },
);
