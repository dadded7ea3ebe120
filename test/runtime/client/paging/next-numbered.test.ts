import { describe, expect, test } from 'vitest';
import { nextNumbered, list, PagingError } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import type { OperationPaging } from '../../../../templates/runtime/operation.js';
import { core, errorOf, json, operation, script, type AnyParams } from '../support.js';

type Pages = Operation<AnyParams, object>;

interface Walked {
  readonly items: readonly unknown[];
  readonly queries: readonly string[];
}

function listing(pages: OperationPaging, items: string | undefined): Pages {
  const parameters = ['page', 'offset', 'limit'].map((name) => ({ name, in: 'query' as const }));
  const paging = { ...(items !== undefined && { items }), ...pages, next: nextNumbered };
  return operation({ parameters, paging }) as Pages; // what an operation responses is said where it is described
}

/** Reads a list whose responses are these, to its end. */
async function walk(paging: OperationPaging, answers: readonly unknown[], params: AnyParams = {}): Promise<Walked> {
  const { fetch, requests } = script(...answers.map((answer) => (answer instanceof Response ? answer : json(answer))));
  const key = Array.isArray(answers[0]) ? undefined : 'data';
  const pages = list<AnyParams, object, never, string>(core({ fetch, retry: 0 }), listing(paging, key), params);
  const items: unknown[] = [];
  for await (const item of pages) items.push(item);
  return { items, queries: requests.map(({ url }) => new URL(url).search) };
}

describe('pages with numbers', () => {
  test.each<{ what: string; paging: OperationPaging; answers: unknown[]; params?: AnyParams; queries: string[] }>([
    {
      what: 'end where there are as many as the total says',
      paging: { numbers: { page: 'page', total: 'total' } },
      answers: [
        { data: [1, 2], total: 4 },
        { data: [3, 4], total: 4 },
      ],
      queries: ['', '?page=2'],
    },
    {
      what: 'go on while the total says so, also after a page that a limit of the service made short',
      paging: { numbers: { page: 'page', total: 'total' }, size: { parameter: 'limit', default: 9 } },
      answers: [
        { data: [1, 2], total: 3 },
        { data: [3], total: 3 },
      ],
      params: { limit: 1000 },
      queries: ['?limit=1000', '?page=2&limit=1000'],
    },
    {
      what: 'end where the response says that there are no more',
      paging: { numbers: { page: 'page', first: 0, total: 'total' }, more: 'has_more' },
      answers: [
        { data: [1], has_more: true, total: 1 },
        { data: [2], has_more: false, total: 9 },
      ],
      queries: ['', '?page=1'],
    },
    {
      what: 'end where the address of the next page is null',
      paging: { numbers: { page: 'page' }, more: 'next' },
      answers: [
        { data: [1], next: 'https://other.test/2' },
        { data: [2], next: null },
      ],
      queries: ['', '?page=2'],
    },
    {
      what: 'end after a page that is shorter than asked for, where the spec limits that',
      paging: { numbers: { offset: 'offset' }, size: { parameter: 'limit', max: 100 } },
      answers: [[1, 2], [3]],
      params: { limit: 2 },
      queries: ['?limit=2', '?offset=2&limit=2'],
    },
    {
      what: 'end after a page that is shorter than the first',
      paging: { numbers: { offset: 'offset' }, size: { parameter: 'limit' } },
      answers: [[1, 2], [3]],
      params: { limit: 50 },
      queries: ['?limit=50', '?offset=2&limit=50'],
    },
    {
      what: 'end with an empty page where nothing else is known',
      paging: { numbers: { page: 'page' }, size: { parameter: 'limit' } },
      answers: [[1, 2], [3, 4], []],
      queries: ['', '?page=2', '?page=3'],
    },
    {
      what: 'begin where the caller says',
      paging: { numbers: { offset: 'offset', total: 'total' }, size: { parameter: 'limit', default: 2 } },
      answers: [
        { data: [3, 4], total: 5 },
        { data: [5], total: 5 },
      ],
      params: { offset: 2 },
      queries: ['?offset=2', '?offset=4'],
    },
    {
      what: 'go on where a count is that of the page',
      paging: { numbers: { page: 'page', total: 'count' }, size: { parameter: 'limit', default: 2 } },
      answers: [
        { data: [1, 2], count: 2 },
        { data: [3], count: 1 },
      ],
      queries: ['', '?page=2'],
    },
    {
      what: 'end where the response has as many pages',
      paging: { numbers: { page: 'page', first: 0, pages: 'meta.pages' } },
      answers: [
        { data: [1, 2], meta: { pages: 2 } },
        { data: [3, 4], meta: { pages: 2 } },
      ],
      queries: ['', '?page=1'],
    },
    {
      what: 'end where the response is the last, as it says',
      paging: { numbers: { page: 'page' }, last: 'last' },
      answers: [
        { data: [1, 2], last: false },
        { data: [3, 4], last: true },
      ],
      queries: ['', '?page=2'],
    },
  ])('$what', async ({ paging, answers, params = {}, queries }) => {
    const found = await walk(paging, answers, params);
    expect(found).toEqual({
      items: answers.flatMap((one) => (Array.isArray(one) ? one : Reflect.get(Object(one), 'data'))),
      queries,
    });
  });

  test.each([
    ['a header links to no next page any more', { link: '<?page=2>; rel="next"' }, {}, 2],
    ['a header links to other pages, and to no next one', {}, { link: '<?page=1>; rel="prev"' }, 2],
    ['a header has the number of all pages', { 'x-total-pages': '2' }, { 'x-total-pages': '2' }, 2],
    ['a header has the number of all items', { 'x-total-count': '4' }, { 'x-total-count': '4' }, 2],
    ['nothing says that there are more, and the next page is not there', {}, { link: '</docs>; rel="help"' }, 3],
  ])('end where %s', async (_, first, second, requests) => {
    const pages = [
      json({ data: [1, 2] }, { headers: first }),
      json({ data: [3, 4] }, { headers: second }),
      json({}, { status: 404 }),
    ];
    const { items, queries } = await walk({ numbers: { page: 'page' } }, pages);
    expect([items, queries.length]).toEqual([[1, 2, 3, 4], requests]);
  });

  test('fail where a page is not there that the response announced', async () => {
    const pages = [{ data: [1, 2], total: 4 }, json({}, { status: 404 })];
    expect(await errorOf(walk({ numbers: { page: 'page', total: 'total' } }, pages))).toMatchObject({ status: 404 });
  });

  test('lead round in a circle where the service does not look at the number', async () => {
    const same = { data: [{ id: 1 }], has_more: true };
    const error = await errorOf(walk({ numbers: { page: 'page' }, more: 'has_more' }, [same, same, same]));
    expect(error).toBeInstanceOf(PagingError);
    expect(error.message).toContain('the pages lead round in a circle');
  });

  test('are asked for each by itself, as often as the caller wants', async () => {
    const { fetch, requests } = script(json([1]), json([2]), json([2]));
    const pages = list<AnyParams, object, never, string>(
      core({ fetch }),
      listing({ numbers: { page: 'page' } }, undefined),
      {},
    );
    const first = await pages;
    expect([await first.next(), await first.next()]).toEqual([[2], [2]]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['', '?page=2', '?page=2']);
  });
});

test('numbers and items may hold integers that callers have as bigint', () => {
  const find = (page: object, asked: object): unknown =>
    nextNumbered(listing({ numbers: { page: 'page', total: 'total' }, size: { parameter: 'limit' } }, 'data'), {
      page,
      asked,
      headers: undefined,
    });
  const first = find({ data: [{ id: 9007199254740993n }], total: 2n }, { page: 1n, limit: 1n });
  const other = find({ data: [{ id: 9007199254740995n }], total: 2n }, { page: 1n, limit: 1n });
  expect(first).toMatchObject({ params: { page: 2 } });
  expect(other).not.toEqual(first);
  expect(find({ data: [{ id: 1n }], total: 2n }, { page: 2n, limit: 2n })).toBeUndefined();
});
