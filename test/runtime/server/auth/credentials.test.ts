import { expect, test } from 'vitest';
import { type SecurityScheme } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import { readCredential } from '@speccast/runtime/requests';

const key = (source: 'query' | 'header' | 'cookie'): SecurityScheme => ({ kind: 'apiKey', in: source, name: 'key' });
const bearer: SecurityScheme = { kind: 'bearer', queryParameter: 'access_token' };

test.each<[string, SecurityScheme, Record<string, string>, string, string | undefined]>([
  ['a key in a cookie, as clients encode it', key('cookie'), { cookie: 'a=1; key=ab%3D%3D%2F' }, '', 'ab==/'],
  ['a key in a cookie with characters that need no escape', key('cookie'), { cookie: 'key=ab==; b=2' }, '', 'ab=='],
  ['a key in the query', key('query'), {}, '?key=a%20b', 'a b'],
  [
    'a key in the header that may replace its parameter',
    Object.assign(key('query'), { header: 'x-key' }),
    { 'x-key': 'a' },
    '',
    'a',
  ],
  ['a key in a header', key('header'), { key: 'a' }, '', 'a'],
  ['no key', key('header'), {}, '?key=a', undefined],
  ['a token', bearer, { authorization: 'bearer  abc ' }, '?access_token=other', 'abc'],
  ['a token in the query', bearer, { authorization: 'Basic abc' }, '?access_token=other', 'other'],
  ['basic credentials', { kind: 'basic' }, { authorization: 'Basic YTpi' }, '', 'YTpi'],
  ['any other scheme', { kind: 'other' }, { authorization: 'Digest a=1' }, '', 'a=1'],
  ['a certificate', { kind: 'mutualTLS' }, { authorization: 'Bearer abc' }, '', undefined],
])('reads %s', (_name, scheme, headers, search, want) => {
  expect(readCredential(scheme, new Headers(headers), readQuery(search))).toBe(want);
});
