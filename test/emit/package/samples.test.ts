import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  shellQuote,
  shellVariable,
  shellWord,
  urlPart,
  urlPath,
} from '../../../generator/emit/package/shell-samples.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the words that a shell reads, all in one process. */
function readWords(words: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'buffer' });
  expect(status).toBe(0);
  return stdout.toString().split('\0').slice(0, -1);
}

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((one) => one.replace(/[\0\p{Cs}]/gu, ''));
const nasty = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom(...`'"\\$\`!*?[]{}()<>|&;#~ \n\t=-@%^,a`), maxLength: 12 }),
);

test('a shell reads any quoted text unchanged', () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 200, maxLength: 300 }), (texts) => {
      expect(readWords(texts.map(shellQuote))).toEqual(texts);
      const some = texts.filter((one) => one !== '');
      expect(readWords(some.map(shellWord))).toEqual(some);
    }),
    { numRuns: 5 },
  );
});

test('a shell reads parts of URLs in double quotes unchanged', () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 100, maxLength: 200 }), (texts) => {
      const written = texts.map((one) => `"x${urlPart(one)}"`);
      expect(readWords(written).map((one) => decodeURIComponent(one.slice(1)))).toEqual(texts);
      const paths = texts.map((one) => one.replaceAll('%', ''));
      expect(
        readWords(paths.map((one) => `"x${urlPath(one)}"`)).map((one) => decodeURIComponent(one.slice(1))),
      ).toEqual(paths);
    }),
    { numRuns: 5 },
  );
});

describe('names of variables', () => {
  table('%j become %s', (words: readonly string[], want: string) => {
    expect(shellVariable(...words)).toBe(want);
  });
});
