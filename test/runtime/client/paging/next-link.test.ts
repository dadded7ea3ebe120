import { describe, expect, test } from 'vitest';
import { nextHeader, nextLink } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';

const operation: Operation<never, unknown> = {
  id: 'pets.list',
  method: 'GET',
  path: '/pets',
  auth: [],
  parameters: [
    { name: 'page', in: 'query', type: 'integer' },
    { name: 'page[after]', property: 'after', in: 'query' },
    { name: 'tags', in: 'query', type: 'array' },
    { name: 'id', in: 'path', required: true },
  ],
};

function read(link: string): unknown {
  return nextLink(operation, { page: [], headers: new Headers({ link }), asked: {} });
}

describe('the page that a header leads to', () => {
  test.each([
    { link: '<https://a.test/pets?page=2>; rel="next"', params: { page: 2 } },
    { link: '<?page=1>; rel="prev", <?page=3>; rel="next", <?page=9>; rel="last"', params: { page: 3 } },
    { link: '<?page=3>; title="a, b; rel=\'x\'"; rel=next', params: { page: 3 } },
    { link: '<?page=3> ; REL="start Next"', params: { page: 3 } },
    { link: '<?page%5Bafter%5D=x%2By&tags=a&other=1&id=7>; rel="next"', params: { after: 'x+y' } },
    { link: '<?page=abc#page=4>; rel="next"', params: { page: 'abc' } },
  ])('$link', ({ link, params }) => {
    expect(read(link)).toMatchObject({ params });
  });

  test('is an error where no parameter asks for it', () => {
    expect(() => read('</pets>; rel="next"')).toThrow(
      'pets.list: no parameter of the operation asks for the next page',
    );
  });

  test.each([
    ['https://b.test/pets?page=2&api_key=secret', { params: { page: 2 }, further: {} }],
    ['/pets?page=2&skiptoken=x', { params: { page: 2 }, further: { skiptoken: 'x' } }],
    [{ href: '?page=2' }, { params: { page: 2 } }],
    ['Mjo=', { params: { page: 'Mjo=' } }],
    [null, undefined],
    ['', undefined],
  ])('may be named in the response: %j', (next, want) => {
    const paging = { link: 'links.next', token: { parameter: 'page' } };
    const found = nextLink({ ...operation, paging }, { page: { links: { next } }, headers: undefined, asked: {} });
    if (want === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(want);
  });

  test.each([
    '',
    '<?page=1>; rel="prev"',
    'page=2; rel="next"',
    '<?page=2>; title="rel=next"',
    `${'<'.repeat(50_000)}>`,
  ])('there is none in %s', (link) => {
    expect(read(link)).toBe(undefined);
  });
});

describe('the page that a header leads to which nobody declares', () => {
  test.each([
    ['X-Next-Cursor', 'b', { cursor: 'b' }],
    ['x-nextPageToken', 'b', { cursor: 'b' }],
    ['X-Tide-NextToken', 'b', { cursor: 'b' }],
    ['x-ms-continuation', 'b', { cursor: 'b' }],
    ['X-Next-Page', '2', { cursor: '2' }],
    ['Link', '</pets?cursor=b>; rel="next"', { cursor: 'b' }],
    ['Link', '</pets?cursor=a>; rel="prev"', undefined],
    ['X-Next-Cursor', '', undefined],
    ['X-Previous-Cursor', 'a', undefined],
    ['X-Request-Token', 'a', undefined],
  ])('%s: %s', (header, value, params) => {
    const parameters = [{ name: 'cursor', in: 'query' } as const];
    const listed = { ...operation, parameters, paging: { token: { parameter: 'cursor' } } };
    const found = nextHeader(listed, { page: ['a'], headers: new Headers({ [header]: value }), asked: {} });
    expect(found?.params).toEqual(params);
  });
});
