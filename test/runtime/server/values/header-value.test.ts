import { expect, test } from 'vitest';
import { parseHeaderValue } from '@speccast/runtime/requests';

test.each([
  ['text/plain', 'text/plain', {}],
  [' Text/HTML ; Charset=UTF-8 ', 'text/html', { charset: 'UTF-8' }],
  ['a/b; x="a;b\\"c"; y=2', 'a/b', { x: 'a;b"c', y: '2' }],
  ['a/b; x=1; x=2', 'a/b', { x: '1' }],
  ['a/b; broken; =1; y=2', 'a/b', { y: '2' }],
  ['a/b; x="open', 'a/b', {}],
  ['', '', {}],
  [';;;', '', {}],
])('reads %j', (given, essence, parameters) => {
  const got = parseHeaderValue(given);
  expect({ essence: got.essence, parameters: Object.fromEntries(got.parameters) }).toEqual({ essence, parameters });
});
