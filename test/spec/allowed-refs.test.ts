import { describe, expect } from 'vitest';
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

  table('the name %s is %s', (given: string, want: string) => {
    expect(normalizeName(given)).toBe(want);
  });
});
