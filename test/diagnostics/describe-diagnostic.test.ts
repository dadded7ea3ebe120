import { describe, expect, test } from 'vitest';
import { printDiagnostic, describeDiagnostic, type Diagnostic } from 'speccast';
import { readRows } from '../rows.js';

const given: Diagnostic = {
  severity: 'error',
  code: 'duplicate-key',
  message: 'the key "a\u{9b}\n" is there twice',
  at: { file: 'a.yaml', line: 2, column: 1 },
};

/** The lines of a file that a described diagnostic shows. */
function excerpt(text: string, line: number, column: number): readonly string[] | undefined {
  const lines = describeDiagnostic({ ...given, at: { file: 'a.yaml', line, column } }, text)
    .split('\n')
    .slice(1, -1);
  return lines.length === 0 ? undefined : lines;
}

describe('an excerpt', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string, number, string]>('marks'))(
    'marks %s',
    (_, line, column, mark) => {
      expect(excerpt(line, 1, column)).toEqual([`  1 | ${line}`, `    |${mark}`]);
    },
  );

  test('names the line, whatever ends the lines before it', () => {
    const text = `${'a: 1\r\n'.repeat(5)}a: 1\ra: 1\n\tb: 2\r\n`;
    expect(excerpt(text, 8, 5)).toEqual(['  8 |   b: 2', '    |      ^']);
  });

  test('shows a hundred columns around the place of a long line', () => {
    const line = `[${'"filler",'.repeat(1_000_000)}"strng",${'"filler",'.repeat(1_000_000)}1]`;
    const want =
      '  1 | …er","filler","filler","filler","filler","strng","filler","filler","filler","filler","filler","filler…';
    const [shown, mark] = excerpt(line, 1, 9_000_002) ?? [];
    expect([shown, mark]).toEqual([want, `    | ${' '.repeat(41)}^^^^^^^`]);
  });

  test('cuts no character in two', () => {
    const line = `${'😀'.repeat(60)}x${'😀'.repeat(60)}`;
    for (const column of [121, 122, 123]) expect(excerpt(line, 1, column)?.join('')).not.toMatch(/\p{Cs}/u);
  });

  test('shows what a terminal would obey, and counts what is wide', () => {
    const line = '\u{1b}[2J\u{202e}日本\u{301}\t"\u{7}": x';
    expect(excerpt(line, 1, 10)).toEqual([
      '  1 | \\u{1b}[2J\\u{202e}日本\u{301}  "\\u{7}": x',
      `    | ${' '.repeat(23)}^^^^^^^`,
    ]);
  });

  test.each([
    ['a line that is not there', 'a: 1', 3, 1],
    ['a column that is not there', 'a: 1', 1, 9],
    ['an empty file', '', 1, 1],
  ])('is left out of %s', (_, text, line, column) => {
    expect(excerpt(text, line, column)).toBeUndefined();
  });
});

test('a diagnostic is one line without anything that a terminal obeys', () => {
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
