import { describe, expect, test } from 'vitest';
import { codeSpan, markdownProse, markdownText, tableRow } from 'speccast/emitter';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

describe('markdownText shows exactly the text', () => {
  table('%j', (given: string, want: string) => expect(markdownText(given).text).toBe(want));
});

describe('codeSpan shows exactly the text', () => {
  test.each(rows<readonly [string, string]>('%j (2)'))('%j', (given, want) => expect(codeSpan(given).text).toBe(want));
});

describe('markdownProse shows text in back-ticks as code', () => {
  test.each(rows<readonly [string, string]>('%j (3)'))('%j', (given, want) =>
    expect(markdownProse(given).text).toBe(want),
  );
});

test('a very long text is cut', () => {
  const text = 'Some *text* with `code` and | bars. '.repeat(300_000);
  const shown = markdownProse(text).text;
  expect(shown.startsWith('Some \\*text\\* with `code` and \\| bars. Some ')).toBe(true);
  expect(shown.endsWith(' …')).toBe(true);
  expect(shown.length).toBeLessThan(5000);
  expect(markdownProse(`${'a'.repeat(3999)}😀b`).text).toBe(`${'a'.repeat(3999)} …`);
  expect(markdownProse('a'.repeat(4000)).text).toBe('a'.repeat(4000));
  expect(markdownText('a'.repeat(10_000_000)).text).toHaveLength(10_000_000);
});

test('a cell of a table is closed, whatever its text', () => {
  const cells = ['a | b', 'c \\| d', '^(e\\|f)$', '\\'];
  const row = [...cells.map((cell) => codeSpan(cell).text), ...cells.map((cell) => markdownText(cell).text)];
  expect(tableRow(row).text).toBe(
    '| `a \\| b` | <code>c \\\\&#124; d</code> | <code>^(e\\\\&#124;f)$</code> | `\\` | a \\| b | c \\\\\\| d | ^(e\\\\\\|f)$ | \\\\ |',
  );
});
