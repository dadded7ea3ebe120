import type { InfiniteData } from '@tanstack/query-core';
import type { CallOptions } from '../client/options/options.js';
import { findNextPage } from '../client/paging/find-next-page.js';
import type { ApiPromise } from '../client/core/api-promise.js';
import type { Operation } from '../operation.js';
import type { DataKey } from './keys.js';
import { retry, withSignal, type FetchContext } from './query-options.js';

/** Params of one page, beside those that all pages share: `{ pageToken: 'CAUQAA' }`; none for the first page. */
export type PageParams = Readonly<Record<string, unknown>>;

/** Options of an infinite query, for `useInfiniteQuery` and the like of any framework. */
export interface InfiniteQueryOptions<Page, Error> {
  readonly queryKey: DataKey<InfiniteData<Page, PageParams>, Error>;
  readonly queryFn: (context: FetchContext & { readonly pageParam: PageParams }) => Promise<Page>;
  readonly initialPageParam: PageParams;
  readonly getNextPageParam: (
    lastPage: Page,
    allPages: readonly Page[],
    lastPageParam: PageParams,
    allPageParams: readonly PageParams[],
  ) => PageParams | undefined;
  /** Never: the client sends again what may succeed. */
  readonly retry: (failureCount: number, error: Error) => boolean;
}

/** A page of a list whose next page is named in a header. */
export interface LinkedPage<Page> {
  readonly page: Page;
  /** Params of the page after it; null after the last. */
  readonly next: PageParams | null;
}

/** A list: its operation, and the params and options of its caller. */
interface ListCall<Params> {
  readonly operation: Operation;
  readonly params: Params;
  readonly options: CallOptions | undefined;
  readonly call: (params: Params, options: CallOptions) => ApiPromise<unknown>;
}

/** Creates the options of an infinite query over the pages of a list. */
export function infiniteQueryOptions<Page, Error, Params extends object>(
  key: DataKey<Page, Error>,
  { operation, params, options, call }: ListCall<Params>,
): InfiniteQueryOptions<Page, Error> {
  return pageOptions(
    key,
    // `as`: the key has the type of the page.
    async (context) => (await call({ ...params, ...context.pageParam }, withSignal(context, options))) as Page,
    (page, last) => findNextPage(operation, { page, headers: undefined, asked: { ...params, ...last } })?.params,
  );
}

/** Creates the same for a list whose next page is named in a header, which pages have beside the response. */
export function linkedQueryOptions<Page, Error, Params extends object>(
  key: DataKey<Page, Error>,
  { operation, params, options, call }: ListCall<Params>,
): InfiniteQueryOptions<LinkedPage<Page>, Error> {
  return pageOptions(
    key,
    async (context) => {
      const asked = { ...params, ...context.pageParam };
      const { data, response } = await call(asked, withSignal(context, options)).withResponse();
      const next = findNextPage(operation, { page: data, headers: response.headers, asked })?.params;
      // `as`: the key has the type of the page.
      return { page: data as Page, next: next ?? null };
    },
    ({ next }) => next ?? undefined,
  );
}

function pageOptions<Page, Error>(
  key: readonly unknown[],
  queryFn: InfiniteQueryOptions<Page, Error>['queryFn'],
  findNext: (page: Page, params: PageParams) => PageParams | undefined,
): InfiniteQueryOptions<Page, Error> {
  return {
    // It begins with the key of the query, so that both become stale together. `as`: the tag exists for the compiler only.
    queryKey: [...key, 'infinite'] as unknown as DataKey<InfiniteData<Page, PageParams>, Error>,
    queryFn,
    initialPageParam: {},
    getNextPageParam: (page, _, last, all) => {
      const next = findNext(page, last);
      const text = JSON.stringify(next);
      // A list that goes round in a circle ends before the page that was fetched already.
      return all.some((one) => JSON.stringify(one) === text) ? undefined : next;
    },
    retry,
  };
}
