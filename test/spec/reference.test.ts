import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowRefs, normalizeName, parseReference } from '../../generator/spec/references/reference.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

describe('references', () => {
  table('%s in "%s"', (reference: string, from: string, want: JsonObject) => {
    expect(parseReference(reference, from)).toEqual(want);
  });

  table('%s is rejected', (reference: string, want: string) => {
    expect(parseReference(reference, '')).toEqual({
      rejected: `${want}; only files in the folder of the spec are allowed, and what \`refs\` or \`generate --allow-ref\` names`,
    });
  });

  test('never resolve to a file outside the folder', () => {
    const pieces = fc.constantFrom('..', '.', '', 'a', '/', '%2e%2e', '%2f', '\\', 'http:');
    fc.assert(
      fc.property(fc.array(pieces), (list) => {
        const target = parseReference(list.join('/'), 'x/a.yaml');
        if ('path' in target) expect(target.path).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|^[A-Za-z]+:|\\/);
      }),
    );
  });
});

describe('files that references may resolve to', () => {
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
