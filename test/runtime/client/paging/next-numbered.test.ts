import { expect, test } from 'vitest';
import { nextNumbered } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { operation, type AnyParams } from '../support.js';

type Pages = Operation<AnyParams, object>;

function listing(pages: NonNullable<Operation['paging']>, items: string | undefined): Pages {
  const parameters = ['page', 'offset', 'limit'].map((name) => ({ name, in: 'query' as const }));
  const paging = { ...(items !== undefined && { items }), ...pages, next: nextNumbered };
  return operation({ parameters, paging }) as Pages; // what an operation responses is said where it is described
}

test('numbers and items may hold integers that callers have as bigint', () => {
  const find = (page: object, requestParams: object): unknown =>
    nextNumbered(listing({ numbers: { page: 'page', total: 'total' }, size: { parameter: 'limit' } }, 'data'), {
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
