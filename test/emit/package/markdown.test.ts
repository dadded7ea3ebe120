import { describe, expect, test } from 'vitest';
import { codeSpan, markdownProse, markdownText, tableRow } from 'speccast/emitter';

describe('markdownText shows exactly the text', () => {
  test.each([
    ['plain words, and 3 < 4', 'plain words, and 3 &lt; 4'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[click](javascript:alert(1))', '\\[click\\](javascript:alert(1))'],
    ['![a](b)', '!\\[a\\](b)'],
    ['a | b', 'a \\| b'],
    ['*a* _b_ `c` ~~d~~', '\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~'],
    ['AD_UNIT of _one_', 'AD_UNIT of \\_one\\_'],
    ['back\\slash', 'back\\\\slash'],
    ['# no heading', '\\# no heading'],
    ['- no list', '\\- no list'],
    ['1. no list', '1\\. no list'],
    ['two\nlines\r\n\tand\u2028more', 'two lines and more'],
    ['&amp; stays', '&amp;amp; stays'],
    ['right\u202eto left', 'right\\\\u202eto left'],
    ['```js\ncode\n```', '\\`\\`\\`js code \\`\\`\\`'],
  ])('%j', (given, want) => expect(markdownText(given).text).toBe(want));
});

describe('codeSpan shows exactly the text', () => {
  test.each([
    ['GET /a/{b}', '`GET /a/{b}`'],
    ['a `b` c', '``a `b` c``'],
    ['`', '`` ` ``'],
    ['', '` `'],
    ['a | b', '`a | b`'],
    ['^(a\\|_b)$', '<code>^(a\\\\&#124;\\_b)$</code>'],
    ['a\nb', '`a b`'],
  ])('%j', (given, want) => expect(codeSpan(given).text).toBe(want));
});

describe('markdownProse shows what is in back-ticks as code', () => {
  test.each([
    ['as `a_b*` or `<c>`, *not* d', 'as `a_b*` or `<c>`, \\*not\\* d'],
    ['``a `b` c`` and `` ` ``', '``a `b` c`` and `` ` ``'],
    ['a lone ` or \\``b', 'a lone \\` or \\\\\\`\\`b'],
    ['`a` `` b', '`a` \\`\\` b'],
    ['`two\nlines`', '`two lines`'],
    ['- `no` list', '\\- `no` list'],
  ])('%j', (given, want) => expect(markdownProse(given).text).toBe(want));
});

test('of a very long text the beginning is shown', () => {
  const text = 'Some *text* with `code` and | bars. '.repeat(300_000);
  const shown = markdownProse(text).text;
  expect(shown.startsWith('Some \\*text\\* with `code` and \\| bars. Some ')).toBe(true);
  expect(shown.endsWith(' …')).toBe(true);
  expect(shown.length).toBeLessThan(5000);
  expect(markdownProse(`${'a'.repeat(3999)}😀b`).text).toBe(`${'a'.repeat(3999)} …`);
  expect(markdownProse('a'.repeat(4000)).text).toBe('a'.repeat(4000));
  expect(markdownText('a'.repeat(10_000_000)).text).toHaveLength(10_000_000);
});

test('a cell of a table ends where it should, whatever is in it', () => {
  const cells = ['a | b', 'c \\| d', '^(e\\|f)$', '\\'];
  const row = [...cells.map((cell) => codeSpan(cell).text), ...cells.map((cell) => markdownText(cell).text)];
  expect(tableRow(row).text).toBe(
    '| `a \\| b` | <code>c \\\\&#124; d</code> | <code>^(e\\\\&#124;f)$</code> | `\\` | a \\| b | c \\\\\\| d | ^(e\\\\\\|f)$ | \\\\ |',
  );
});
