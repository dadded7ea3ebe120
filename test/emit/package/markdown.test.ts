import { describe, expect, test } from 'vitest';
import { codeSpan, markdownText } from '../../../generator/emit/package/markdown.js';

describe('markdownText shows exactly the text', () => {
  test.each([
    ['plain words, and 3 < 4', 'plain words, and 3 &lt; 4'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[click](javascript:alert(1))', '\\[click\\](javascript:alert(1))'],
    ['![a](b)', '!\\[a\\](b)'],
    ['a | b', 'a \\| b'],
    ['*a* _b_ `c` ~~d~~', '\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~'],
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
    ['a | b', '`a \\| b`'],
    ['a\nb', '`a b`'],
  ])('%j', (given, want) => expect(codeSpan(given).text).toBe(want));
});
