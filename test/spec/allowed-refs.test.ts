import { describe, expect, test } from 'vitest';
import { allowRefs, normalizeName } from '../../generator/spec/references/reference.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

describe('what references may lead to', () => {
  table(
    '$allowed and $file: $want',
    ({ allowed, file, want }: { allowed: readonly string[]; file: string; want: boolean }) => {
      expect(allowRefs(allowed)(file)).toBe(want);
    },
  );

  test.each([
    ['a/./b//c', 'a/b/c'],
    ['a/b/../c', 'a/c'],
    ['a/../../c', '../c'],
    ['../../c', '../../c'],
    ['/a/../../c', '/../c'],
  ])('the name %s is %s', (given, want) => {
    expect(normalizeName(given)).toBe(want);
  });
});
