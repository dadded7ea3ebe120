import { describe, expect, test } from 'vitest';
import { regexFlags } from '../../generator/spec/regex.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

describe('regexFlags', () => {
  test.each([
    ['a pattern of Unicode mode', '^\\p{L}+$', 'u'],
    ['a pattern that only the older mode reads', '^[\\w-.]+$', ''],
    ['groups of every old kind', '(?:a)(?=b)(?!c)(?<=d)(?<!e)(?<name>f)', 'u'],
    ['what only looks like a group that changes flags', '[(?i:]\\(?i:', 'u'],
    ['names that look alike but are not names', '(?<a>x)\\(?<a>[(?<a>]', 'u'],
    ['no regular expression', '(', undefined],
  ] as const)('reads %s', (_, pattern, want) => {
    expect(regexFlags(pattern)).toBe(want);
  });

  // Node 24 would compile each of them, Node 20 none.
  table('does not count %s, which newer engines alone know', (_: string, pattern: string) => {
    expect(regexFlags(pattern)).toBeUndefined();
  });
});
