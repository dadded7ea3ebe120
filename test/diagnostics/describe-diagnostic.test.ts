import { describe, expect, test } from 'vitest';
import { printDiagnostic, describeDiagnostic, type Diagnostic } from 'speccast';
import { readRows } from '../rows.js';

const given: Diagnostic = {
  severity: 'error',
  code: 'duplicate-key',
  message: 'the key "a\u{9b}\n" is there twice',
  at: { file: 'a.yaml', line: 2, column: 1 },
};

/** Returns the lines of a file that a described diagnostic shows, or `undefined` if it shows none. */
function printExcerpt(text: string, line: number, column: number): readonly string[] | undefined {
  const lines = describeDiagnostic({ ...given, at: { file: 'a.yaml', line, column } }, text)
    .split('\n')
    .slice(1, -1);
  return lines.length === 0 ? undefined : lines;
}

describe('an excerpt', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string, number, string]>('marks'))(
    'marks %s',
    (_, line, column, mark) => {
      expect(printExcerpt(line, 1, column)).toEqual([`  1 | ${line}`, `    |${mark}`]);
    },
  );

  test('has the number of the line, for any kind of line ends', () => {
    const text = `${'a: 1\r\n'.repeat(5)}a: 1\ra: 1\n\tb: 2\r\n`;
    expect(printExcerpt(text, 8, 5)).toEqual(['  8 |   b: 2', '    |      ^']);
  });

  test('shows a hundred columns of a long line, around the position', () => {
    const line = `[${'"filler",'.repeat(1_000_000)}"strng",${'"filler",'.repeat(1_000_000)}1]`;
    const want =
      '  1 | …er","filler","filler","filler","filler","strng","filler","filler","filler","filler","filler","filler…';
    const [shown, mark] = printExcerpt(line, 1, 9_000_002) ?? [];
    expect([shown, mark]).toEqual([want, `    | ${' '.repeat(41)}^^^^^^^`]);
  });

  test('does not cut a character in two', () => {
    const line = `${'😀'.repeat(60)}x${'😀'.repeat(60)}`;
    for (const column of [121, 122, 123]) expect(printExcerpt(line, 1, column)?.join('')).not.toMatch(/\p{Cs}/u);
  });

  test('escapes control characters, and counts wide characters as two columns', () => {
    const line = '\u{1b}[2J\u{202e}日本\u{301}\t"\u{7}": x';
    expect(printExcerpt(line, 1, 10)).toEqual([
      '  1 | \\u{1b}[2J\\u{202e}日本\u{301}  "\\u{7}": x',
      `    | ${' '.repeat(23)}^^^^^^^`,
    ]);
  });

  test.each([
    ['a line that does not exist', 'a: 1', 3, 1],
    ['a column that does not exist', 'a: 1', 1, 9],
    ['an empty file', '', 1, 1],
  ])('is absent for %s', (_, text, line, column) => {
    expect(printExcerpt(text, line, column)).toBeUndefined();
  });
});

test('a diagnostic is one line without control characters', () => {
  expect(printDiagnostic(given)).toBe('a.yaml:2:1 error duplicate-key: the key "a\\u{9b}\\u{a}" is there twice');
});

test('a described diagnostic has its line, its excerpt and a hint', () => {
  expect(describeDiagnostic(given, 'a: 1\na: 2\n')).toBe(`${printDiagnostic(given)}
  2 | a: 2
    | ^
  hint: Remove or rename one of the two.`);
  expect(describeDiagnostic(given)).toBe(`${printDiagnostic(given)}
  hint: Remove or rename one of the two.`);
});
