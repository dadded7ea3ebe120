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
    ['no picture', '![x](http://127.0.0.1/x)', ['0 has a picture: ![x](http://127.0.0.1/x)']],
    ['no link that runs', '[x](javascript:alert)', ['2 has a link to elsewhere: ](javascript:alert)']],
    [
      'no link that runs, written in capitals',
      '[x]( JavaScript:alert)',
      ['2 has a link to elsewhere: ]( JavaScript:alert)'],
    ],
    ['no link out of the package', '[x](../../etc/passwd)', ['2 has a link to elsewhere: ](../../etc/passwd)']],
    ['no link that leads to a file', '[x](file:///a)', ['2 has a link to elsewhere: ](file:///a)']],
    ['no link with data', '[x](data:text/html,a)', ['2 has a link to elsewhere: ](data:text/html,a)']],
    [
      'no link whose title has no end',
      '[x](https://x.example "a)',
      ['2 has a link to elsewhere: ](https://x.example "a)'],
    ],
    ['no link without an end', '[x](a', ['2 has a link to elsewhere: ](a']],
    ['no defined link', '[x]: https://evil.example', ['0 defines a link: [x]: https://evil.example']],
    ['no tag that ends the code around it', '`a`<b>`', ['3 has HTML: <b>`']],
    ['no tag after an escaped back-tick', '\\`<b>`', ['2 has HTML: <b>`']],
    ['no tag in a cell that a bar cuts out of code', '| `a | <b>` |', ['7 has HTML: <b>` ']],
    ['no tag at the start of a line', '`a\n<div>\n`', ['3 has HTML: <div>']],
    ['no tag after the end of a fence', '```ts\na\n```\n<b>', ['12 has HTML: <b>', '12 has HTML: <b>']],
    ['no fence of another kind', '~~~\n```\n~~~\n', ['0 opens a fence: ~~~', '4 has a fence without an end: ```']],
    ['no fence without an end', 'a\n```ts\nb\n', ['2 has a fence without an end: ```ts']],
    [
      'no fence that its list ends',
      '- ```\n  a\n<b>',
      ['10 leaves a fence: <b>', '10 has HTML: <b>', '10 has HTML: <b>'],
    ],
    ['no fence that its quote ends', '> ```\n> a\n\nb', ['10 leaves a fence: ']],
    [
      'no fence behind a tab',
      '- a\n\n\t```\n\t<b>\n\t```',
      ['10 has HTML: \t<b>', '5 opens a fence: \t```', '15 opens a fence: \t```'],
    ],
    ['no tag after a fence that ends indented', '```\na\n  ```\nb <i>\n```\n```', ['14 has HTML: <i>']],
    ['no tag in a list', '- a\n  - <b>', ['8 has HTML: <b>', '8 has HTML: <b>']],
    ['no tag after a number within a paragraph', 'a `\n2. ` <b> `', ['9 has HTML: <b> `']],
    ['no tag after indented code', '    `\na <b>`', ['8 has HTML: <b>`']],
    ['no table within a paragraph', 'a `\n| ` <b> `', ['4 has a table within a paragraph: | ` <b> `']],
    ['no defined link in a quote', '> [a]: b', ['2 defines a link: [a]: b']],
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
    ['a fence in a list', '1. a\n   ```js\n   <b>\n\n   ```\n2. b'],
    ['a fence in a quote in a list', '- > ```\n  > <b>\n  >\n  > ```'],
    ['code in lists and quotes', '- `<b>`\n  > `<c>`\n\n1. a `b\n   c <d>`'],
    ['a table in a list', '- a\n\n  | `<b>` |\n  | --- |'],
    ['rules', 'a\n\n- - -\n\n* * *\n___'],
    ['links of descriptions', '[a](https://x.example/b?c=1 "d \\"e\\" (f)") [g](mailto:a@b.example) [h](#i)'],
    ['JSON pointers', '[`a`](openapi.json#/paths/~1pets~1%7Bid%7D/get)'],
    ['links inside the package', '[a](#pets) [b](api.md#pets) [c](src/models/pets.ts) [d](https://mswjs.io)'],
    ['types with brackets', '| [`{ [key: string]: A }`](#a) |'],
  ])('%s', (_, page) => expect(findingsIn(page)).toEqual([]));
});
