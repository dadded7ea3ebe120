import { expect, test } from 'vitest';
import { readForeignPattern } from '../../generator/spec/patterns/foreign-pattern.js';

const letters = 'which JavaScript takes for letters';
const slashes = 'is written with slashes, which belong to it in JSON Schema';
const unknown = 'has a class of characters that JavaScript does not know';
const ignoring = 'has "(?i)", which JavaScript does not know';
const flags = 'is written with slashes and flags, which belong to it in JSON Schema';

test.each([
  ['\\A[a-z]+\\z', { fault: `has "\\A" and "\\z", ${letters}`, meant: '^[a-z]+$' }],
  ['\\A\\d+\\Z', { fault: `has "\\A" and "\\Z", ${letters}`, meant: '^\\d+$' }],
  ['\\A\\S[\\p{Print}]*\\z', { fault: `has "\\A" and "\\z", ${letters}`, meant: '^\\S[ -~]*$' }],
  ['\\A\\p{InGreek}\\z', { fault: `has "\\A" and "\\z", ${letters}` }],
  ['/^a$/', { fault: slashes, meant: '^a$' }],
  ['/^a\\/b/', { fault: slashes, meant: '^a\\/b' }],
  ['/^a$/u', { fault: flags, meant: '^a$' }],
  ['/^a$/i', { fault: flags, meant: '^[aA]$' }],
  ['/^a$/m', { fault: flags }],
  ['/^(/', { fault: slashes }],
  ['^\\p{Print}+$', { fault: unknown, meant: '^[ -~]+$' }],
  ['^\\P{Alnum}$', { fault: unknown, meant: '^[^A-Za-z0-9]$' }],
  ['^\\p{InGreek}$', { fault: unknown }],
  ['^[[:alpha:]]+$', { fault: unknown, meant: '^[A-Za-z]+$' }],
  ['^[[:digit:]-]{3}$', { fault: unknown, meant: '^[0-9-]{3}$' }],
  ['^[^[:space:]\\]]$', { fault: unknown, meant: '^[^ \\t-\\r\\]]$' }],
  ['[_[:^alpha:]]]', { fault: unknown }],
  ['^[[:^lower:]][^[:^digit:]]$', { fault: unknown, meant: '^[^a-z][0-9]$' }],
  ['^[[:alpha:]-[:digit:]]$', { fault: unknown, meant: '^[A-Za-z-0-9]$' }],
  ['^[[:nonsense:]]$', { fault: unknown }],
  ['(?i)^ab[c-e_]\\x4f(?<year>\\d)$', { fault: ignoring, meant: '^[aA][bB][c-e_C-E]\\x4f(?<year>\\d)$' }],
  ['^(?i)é$', { fault: ignoring, meant: '^[éÉ]$' }],
])('%j is written for another language', (pattern, want) => {
  expect(readForeignPattern(pattern)).toEqual(want);
});

test.each([
  '^a$',
  '/a/b/',
  '/a\\$/',
  '\\\\A',
  '^\\p{L}+$',
  '^\\-$',
  '[',
  '(?s)a',
  '[:alpha:]',
  '^(?i)(a',
  '\\p{ASCII}',
  '/[a-z]+/',
])('%j is read as JavaScript reads it', (pattern) => {
  expect(readForeignPattern(pattern)).toBeUndefined();
});

test.each([
  ['alnum', 'aZ5', '_-é'],
  ['alpha', 'aZ', '5_é'],
  ['ascii', 'a\n~', 'é'],
  ['blank', ' \t', '\na'],
  ['cntrl', '\u0000\u001f\u007f', ' a'],
  ['digit', '059', 'a٣'],
  ['graph', '!a~', ' \né'],
  ['lower', 'az', 'A5'],
  ['print', ' a~', '\n\u007f'],
  ['punct', '!/:@[\\]^_`{|}~-', 'a5 '],
  ['space', ' \t\n\v\f\r', 'a_'],
  ['upper', 'AZ', 'a5'],
  ['word', 'aZ5_', '-é'],
  ['xdigit', 'afAF09', 'gG'],
])('[:%s:] matches the characters of ASCII that POSIX says', (name, inside, outside) => {
  const regex = new RegExp(readForeignPattern(`^[[:${name}:]]$`)?.meant ?? '', 'u');
  expect([...inside].filter((one) => !regex.test(one))).toEqual([]);
  expect([...outside].filter((one) => regex.test(one))).toEqual([]);
});
