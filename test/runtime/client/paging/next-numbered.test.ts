import { describe, expect, test } from 'vitest';
import { nextNumbered } from '../../../../templates/runtime/client/paging/next-page.js';
import { list } from '../../../../templates/runtime/client/paging/page-promise.js';
import { PagingError } from '../../../../templates/runtime/client/errors/errors.js';
import type { Operation, PageNumbers } from '../../../../templates/runtime/operation.js';
import { core, errorOf, json, operation, script, type AnyParams } from '../support.js';

type Pages = Operation<AnyParams, object>;

interface Walked {
  readonly items: readonly unknown[];
  readonly queries: readonly string[];
}

function listing(numbers: PageNumbers, items: string | undefined): Pages {
  const parameters = ['page', 'offset', 'limit'].map((name) => ({ name, in: 'query' as const }));
  const paging = { ...(items !== undefined && { items }), numbers, next: nextNumbered };
  return operation({ parameters, paging }) as Pages; // what an operation responses is said where it is described
}

/** Reads a list whose responses are these, to its end. */
async function walk(numbers: PageNumbers, answers: readonly unknown[], params: AnyParams = {}): Promise<Walked> {
  const { fetch, requests } = script(...answers.map((answer) => json(answer)));
  const key = Array.isArray(answers[0]) ? undefined : 'data';
  const pages = list<AnyParams, object, never, string>(core({ fetch, retry: 0 }), listing(numbers, key), params);
  const items: unknown[] = [];
  for await (const item of pages) items.push(item);
  return { items, queries: requests.map(({ url }) => new URL(url).search) };
}

describe('pages with numbers', () => {
  test.each<{ what: string; numbers: PageNumbers; answers: unknown[]; params?: AnyParams; queries: string[] }>([
    {
      what: 'end where there are as many as the total says',
      numbers: { page: 'page', total: 'total' },
      answers: [
        { data: [1, 2], total: 4 },
        { data: [3, 4], total: 4 },
      ],
      queries: ['', '?page=2'],
    },
    {
      what: 'go on while the total says so, also after a page that a limit of the service made short',
      numbers: { page: 'page', size: 'limit', default: 9, total: 'total' },
      answers: [
        { data: [1, 2], total: 3 },
        { data: [3], total: 3 },
      ],
      params: { limit: 1000 },
      queries: ['?limit=1000', '?page=2&limit=1000'],
    },
    {
      what: 'end where the response says that there are no more',
      numbers: { page: 'page', first: 0, more: 'has_more', total: 'total' },
      answers: [
        { data: [1], has_more: true, total: 1 },
        { data: [2], has_more: false, total: 9 },
      ],
      queries: ['', '?page=1'],
    },
    {
      what: 'end where the address of the next page is null',
      numbers: { page: 'page', more: 'next' },
      answers: [
        { data: [1], next: 'https://other.test/2' },
        { data: [2], next: null },
      ],
      queries: ['', '?page=2'],
    },
    {
      what: 'end after a page that is shorter than asked for, where the spec limits that',
      numbers: { offset: 'offset', size: 'limit', max: 100 },
      answers: [[1, 2], [3]],
      params: { limit: 2 },
      queries: ['?limit=2', '?offset=2&limit=2'],
    },
    {
      what: 'end after a page that is shorter than the first',
      numbers: { offset: 'offset', size: 'limit' },
      answers: [[1, 2], [3]],
      params: { limit: 50 },
      queries: ['?limit=50', '?offset=2&limit=50'],
    },
    {
      what: 'end with an empty page where nothing else is known',
      numbers: { page: 'page', size: 'limit' },
      answers: [[1, 2], [3, 4], []],
      queries: ['', '?page=2', '?page=3'],
    },
    {
      what: 'begin where the caller says',
      numbers: { offset: 'offset', size: 'limit', default: 2, total: 'total' },
      answers: [
        { data: [3, 4], total: 5 },
        { data: [5], total: 5 },
      ],
      params: { offset: 2 },
      queries: ['?offset=2', '?offset=4'],
    },
    {
      what: 'go on where a count is that of the page',
      numbers: { page: 'page', size: 'limit', default: 2, total: 'count' },
      answers: [
        { data: [1, 2], count: 2 },
        { data: [3], count: 1 },
      ],
      queries: ['', '?page=2'],
    },
  ])('$what', async ({ numbers, answers, params = {}, queries }) => {
    const found = await walk(numbers, answers, params);
    expect(found).toEqual({
      items: answers.flatMap((one) => (Array.isArray(one) ? one : Reflect.get(Object(one), 'data'))),
      queries,
    });
  });

  test('lead round in a circle where the service does not look at the number', async () => {
    const same = { data: [{ id: 1 }], has_more: true };
    const error = await errorOf(walk({ page: 'page', more: 'has_more' }, [same, same, same]));
    expect(error).toBeInstanceOf(PagingError);
    expect(error.message).toContain('the pages lead round in a circle');
  });

  test('are asked for each by itself, as often as the caller wants', async () => {
    const { fetch, requests } = script(json([1]), json([2]), json([2]));
    const pages = list<AnyParams, object, never, string>(core({ fetch }), listing({ page: 'page' }, undefined), {});
    const first = await pages;
    expect([await first.next(), await first.next()]).toEqual([[2], [2]]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['', '?page=2', '?page=2']);
  });
});

test('numbers and items may hold integers that callers have as bigint', () => {
  const find = (page: object, asked: object): unknown =>
    nextNumbered(listing({ page: 'page', size: 'limit', total: 'total' }, 'data'), { page, asked, headers: undefined });
  const first = find({ data: [{ id: 9007199254740993n }], total: 2n }, { page: 1n, limit: 1n });
  const other = find({ data: [{ id: 9007199254740995n }], total: 2n }, { page: 1n, limit: 1n });
  expect(first).toMatchObject({ params: { page: 2 } });
  expect(other).not.toEqual(first);
  expect(find({ data: [{ id: 1n }], total: 2n }, { page: 2n, limit: 2n })).toBeUndefined();
});
