import { describe, expect, test } from 'vitest';
import { provePage } from '../../../generator/output/prove/prove-page.js';

function findingsIn(page: string): readonly string[] {
  return provePage(page).map(({ reason, text, start }) => `${start} ${reason}: ${text}`);
}

describe('a page has', () => {
  test.each([
    ['no HTML', 'Pets <img src=x onerror=alert(1)>', ['5 has HTML: <img src=x onerror=alert(1)>']],
    ['no end of HTML', 'a </script>', ['2 has HTML: </script>']],
    ['no comment', 'a <!-- b', ['2 has HTML: <!-- b']],
    [
      'no address in brackets',
      '<https://evil.example>',
      ['0 has HTML: <https://evil.example>', '0 has HTML: <https://evil.example>'],
    ],
    [
      'no picture',
      '![x](http://127.0.0.1/x)',
      ['0 has a picture: ![x](http://127.0.0.1/x)', '3 has a link to elsewhere: ](http://127.0.0.1/x)'],
    ],
    ['no link that runs', '[x](javascript:alert)', ['2 has a link to elsewhere: ](javascript:alert)']],
    [
      'no link that runs, written in capitals',
      '[x]( JavaScript:alert)',
      ['2 has a link to elsewhere: ]( JavaScript:alert)'],
    ],
    ['no link out of the package', '[x](../../etc/passwd)', ['2 has a link to elsewhere: ](../../etc/passwd)']],
    ['no link without an end', '[x](a', ['2 has a link to elsewhere: ](a']],
    ['no defined link', '[x]: https://evil.example', ['0 defines a link: [x]: https://evil.example']],
    ['no tag that ends the code around it', '`a`<b>`', ['3 has HTML: <b>`']],
    ['no tag after an escaped back-tick', '\\`<b>`', ['2 has HTML: <b>`']],
    ['no tag in a cell that a bar cuts out of code', '| `a | <b>` |', ['7 has HTML: <b>` ']],
    ['no tag at the start of a line', '`a\n<div>\n`', ['3 has HTML: <div>']],
    ['no tag after the end of a fence', '```ts\na\n```\n<b>', ['12 has HTML: <b>', '12 has HTML: <b>']],
    ['no fence of another kind', '~~~\n```\n~~~\n', ['0 opens a fence: ~~~']],
  ])('%s', (_, page, want) => expect(findingsIn(page)).toEqual(want));
});

describe('a page may have', () => {
  test.each([
    ['code', '`<b>` and ``a ` <c>``'],
    ['code over two lines', 'a `b\nc <d>` e'],
    ['what is escaped', '\\[x\\](javascript:alert) \\!\\[x\\](y) &lt;b&gt; a \\< b'],
    ['code in a cell', '| `<b>` | `a \\| <c>` |'],
    ['code with a bar', '| <code>a &#124; b</code> |'],
    ['a fence', '```ts\n<b> ![x](y)\n```\n\n````\n```\n<b>\n````\n'],
    ['links inside the package', '[a](#pets) [b](api.md#pets) [c](src/models/pets.ts) [d](https://mswjs.io)'],
    ['types with brackets', '| [`{ [key: string]: A }`](#a) |'],
  ])('%s', (_, page) => expect(findingsIn(page)).toEqual([]));
});
