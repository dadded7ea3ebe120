import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReference } from '../../generator/spec/references/reference.js';

describe('references', () => {
  test.each([
    ['#/a/b', '', { path: '', fragment: '/a/b' }],
    ['#', 'x/a.yaml', { path: 'x/a.yaml', fragment: '' }],
    ['b.yaml#/a', 'x/a.yaml', { path: 'x/b.yaml', fragment: '/a' }],
    ['./y/../b.yaml', '', { path: 'b.yaml', fragment: '' }],
    ['../b.yaml', 'x/a.yaml', { path: 'b.yaml', fragment: '' }],
    ['a%20b.yaml#/c%20d', '', { path: 'a b.yaml', fragment: '/c d' }],
    ['#/100%', '', { path: '', fragment: '/100%' }],
  ])('%s in "%s"', (reference, from, want) => {
    expect(parseReference(reference, from)).toEqual(want);
  });

  test.each([
    ['http://example.com/a.yaml', 'is not a relative path'],
    ['file:///etc/passwd', 'is not a relative path'],
    ['C:/a.yaml', 'is not a relative path'],
    ['//example.com/a.yaml', 'is an absolute path'],
    ['/etc/passwd', 'is an absolute path'],
    ['../a.yaml', 'leaves the folder of the spec'],
    ['x/../../a.yaml', 'leaves the folder of the spec'],
    ['%2e%2e/a.yaml', 'leaves the folder of the spec'],
    ['..\\a.yaml', 'has a colon, backslash or control character in its path'],
    ['./C:/a.yaml', 'has a colon, backslash or control character in its path'],
    ['a%00.yaml', 'has a colon, backslash or control character in its path'],
  ])('%s is rejected', (reference, want) => {
    expect(parseReference(reference, '')).toEqual({
      rejected: `${want}; only files in the folder of the spec are read, and what \`refs\` or \`generate --allow-ref\` names`,
    });
  });

  test('never lead out of the folder, however they are put together', () => {
    const pieces = fc.constantFrom('..', '.', '', 'a', '/', '%2e%2e', '%2f', '\\', 'http:');
    fc.assert(
      fc.property(fc.array(pieces), (list) => {
        const target = parseReference(list.join('/'), 'x/a.yaml');
        if ('path' in target) expect(target.path).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|^[A-Za-z]+:|\\/);
      }),
    );
  });
});
