import { expect, test } from 'vitest';
import { readQuery } from '@speccast/runtime';
import type { OperationParameter } from '@speccast/runtime';
import { readParameters } from '@speccast/runtime/requests';
import { operation, planned } from '../../../emulator/engine/shelf.js';

interface Given {
  readonly query?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function read(parameters: readonly OperationParameter[], { query = '', path = {}, headers = {} }: Given): unknown {
  const plan = planned(operation('op', { parameters }), {});
  return readParameters(plan, {
    path,
    query: readQuery(query),
    headers: new Headers(headers),
    credentials: new Set(['key']),
  });
}

const list = { name: 'l', in: 'query', type: 'array' } as const;
const object = { name: 'o', in: 'query', type: 'object', properties: { a: 'integer', b: 'boolean' } } as const;

test.each<[string, readonly OperationParameter[], Given, unknown]>([
  [
    'open parameters are text, repetitions are joined',
    [],
    { query: '?a=1&b=x+y&a=%2C2&key=k&c' },
    { a: '1,,2', b: 'x y', c: '' },
  ],
  ['a number', [{ name: 'n', in: 'query', type: 'integer' }], { query: '?n=12' }, { n: 12 }],
  [
    'what is no number stays text, for the validator',
    [{ name: 'n', in: 'query', type: 'integer' }],
    { query: '?n=1.5' },
    { n: '1.5' },
  ],
  ['a flag', [{ name: 'n', in: 'query', type: 'boolean' }], { query: '?n=false' }, { n: false }],
  ['a list, repeated', [list], { query: '?l=a,b&l=c' }, { l: ['a,b', 'c'] }],
  ['a list with commas', [{ ...list, explode: false, items: 'integer' }], { query: '?l=1,2,%2C' }, { l: [1, 2, ','] }],
  [
    'parts with commas that are encoded or not',
    [{ ...list, explode: false, default: ['a'] }],
    { query: '?l=a%2Cb,c&l=d' },
    { l: ['a', 'b', 'c', 'd'] },
  ],
  ['a comma in a list whose items are repeated', [list], { query: '?l=a,b%2Cc' }, { l: ['a,b,c'] }],
  [
    'a list that comes in several pieces',
    [{ ...list, explode: false }],
    { query: '?l=a,b&l=c' },
    { l: ['a', 'b', 'c'] },
  ],
  ['a list of one empty text', [list], { query: '?l=' }, { l: [''] }],
  ['no part', [{ ...list, explode: false, default: ['a'] }], { query: '?l=' }, { l: [] }],
  [
    'a list with spaces',
    [{ ...list, explode: false, style: 'spaceDelimited' }],
    { query: '?l=a%20b' },
    { l: ['a', 'b'] },
  ],
  [
    'a list with bars',
    [{ ...list, explode: false, style: 'pipeDelimited' }],
    { query: '?l=a|b%7Cc' },
    { l: ['a', 'b', 'c'] },
  ],
  [
    'a deep object',
    [{ ...object, style: 'deepObject' }],
    { query: '?o[a]=1&o[b]=true&p[a]=2' },
    { o: { a: 1, b: true }, 'p[a]': '2' },
  ],
  ['an object spread over the query', [object], { query: '?a=1&z=2' }, { o: { a: 1 }, z: '2' }],
  ['an object in one value', [{ ...object, explode: false }], { query: '?o=a,1,b,true' }, { o: { a: 1, b: true } }],
  [
    'JSON',
    [{ name: 'j', in: 'query', contentType: 'application/json' }],
    { query: '?j=%7B%22a%22%3A1%7D' },
    { j: { a: 1 } },
  ],
  ['a path, decoded', [{ name: 'id', in: 'path', required: true }], { path: { id: 'a%2Fb' } }, { id: 'a/b' }],
  [
    'a list in a path',
    [{ name: 'ids', in: 'path', type: 'array', items: 'integer' }],
    { path: { ids: '1,2' } },
    { ids: [1, 2] },
  ],
  ['a label', [{ name: 'id', in: 'path', style: 'label' }], { path: { id: '.5' } }, { id: '5' }],
  ['a matrix', [{ name: 'id', in: 'path', style: 'matrix', type: 'integer' }], { path: { id: ';id=5' } }, { id: 5 }],
  ['a header', [{ name: 'X-N', in: 'header', type: 'number' }], { headers: { 'x-n': '1.5e1' } }, { 'X-N': 15 }],
  ['a cookie', [{ name: 'c', in: 'cookie' }], { headers: { cookie: 'a=1; c=2' } }, { c: '2' }],
  [
    'another name for callers',
    [{ name: 'id', property: 'queryId', in: 'query' }],
    { query: '?id=1' },
    { queryId: '1' },
  ],
])('%s', (_name, parameters, given, want) => {
  expect(read(parameters, given)).toEqual(want);
});

test.each<[string, OperationParameter, Given, string]>([
  [
    'a path that is not encoded properly',
    { name: 'id', in: 'path' },
    { path: { id: '%zz' } },
    'The parameter id is not properly percent-encoded.',
  ],
  [
    'what is not JSON',
    { name: 'j', in: 'query', contentType: 'application/json' },
    { query: '?j={' },
    'The parameter j is not JSON.',
  ],
])('%s is rejected', (_name, parameter, given, message) => {
  expect(() => read([parameter], given)).toThrow(
    expect.objectContaining({ status: 400, reason: 'invalidParameter', message }),
  );
});

test('a query with broken escapes is text as it is', () => {
  expect(read([], { query: '?a=%zz&__proto__=1' })).toEqual(
    Object.fromEntries([
      ['a', '%zz'],
      ['__proto__', '1'],
    ]),
  );
});
