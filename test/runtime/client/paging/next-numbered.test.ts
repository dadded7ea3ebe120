import { expect, test } from 'vitest';
import { nextNumbered } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { createOperation, type AnyParams } from '../support.js';

type Pages = Operation<AnyParams, object>;

function createList(pages: NonNullable<Operation['paging']>, items: string | undefined): Pages {
  const parameters = ['page', 'offset', 'limit'].map((name) => ({ name, in: 'query' as const }));
  const paging = { ...(items !== undefined && { items }), ...pages, next: nextNumbered };
  return createOperation({ parameters, paging }) as Pages; // `as`: the type of a descriptor's response is chosen by its author.
}

test('numbers of pages and ids of items may be bigints', () => {
  const find = (page: object, requestParams: object): unknown =>
    nextNumbered(createList({ numbers: { page: 'page', total: 'total' }, size: { parameter: 'limit' } }, 'data'), {
      page,
      requestParams,
      headers: undefined,
    });
  const first = find({ data: [{ id: 9007199254740993n }], total: 2n }, { page: 1n, limit: 1n });
  const other = find({ data: [{ id: 9007199254740995n }], total: 2n }, { page: 1n, limit: 1n });
  expect(first).toMatchObject({ params: { page: 2 } });
  expect(other).not.toEqual(first);
  expect(find({ data: [{ id: 1n }], total: 2n }, { page: 2n, limit: 2n })).toBeUndefined();
});
