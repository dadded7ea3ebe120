import type { InfiniteData } from '@tanstack/query-core';
import type { CallOptions } from '../client/options/options.js';
import { findNextPage } from '../client/paging/find-next-page.js';
import type { ApiPromise } from '../client/core/api-promise.js';
import type { Operation } from '../operation.js';
import type { DataKey } from './keys.js';
import { retry, withSignal, type FetchContext } from './query-options.js';

/** The params of a page that differ from those of the first: `{ pageToken: 'CAUQAA' }`; `{}` for the first page. */
export type PageParams = Readonly<Record<string, unknown>>;

/** Options of an infinite query, for `useInfiniteQuery` and the equivalents in all frameworks. */
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
  /** Returns false: the client itself sends failed calls again. */
  readonly retry: (failureCount: number, error: Error) => boolean;
}

/** A page of a list whose next page is stated in a header. */
export interface LinkedPage<Page> {
  readonly page: Page;
  /** Params of the next page; `null` after the last. */
  readonly next: PageParams | null;
}

/** A call of an operation that returns a list. */
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
    (page, last) =>
      findNextPage(operation, { page, headers: undefined, requestParams: { ...params, ...last } })?.params,
  );
}

/** Creates the options of an infinite query over a list whose next page is stated in a header: its pages are `{ page, next }`. */
export function linkedQueryOptions<Page, Error, Params extends object>(
  key: DataKey<Page, Error>,
  { operation, params, options, call }: ListCall<Params>,
): InfiniteQueryOptions<LinkedPage<Page>, Error> {
  return pageOptions(
    key,
    async (context) => {
      const requestParams = { ...params, ...context.pageParam };
      const { data, response } = await call(requestParams, withSignal(context, options)).withResponse();
      const next = findNextPage(operation, { page: data, headers: response.headers, requestParams })?.params;
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
    // Starts with the key of the query, so that both are invalidated together. `as`: the tag exists only for the compiler.
    queryKey: [...key, 'infinite'] as unknown as DataKey<InfiniteData<Page, PageParams>, Error>,
    queryFn,
    initialPageParam: {},
    getNextPageParam: (page, _, last, all) => {
      const next = findNext(page, last);
      const text = JSON.stringify(next);
      // If the next page was already fetched, the list is circular, and ends here.
      return all.some((one) => JSON.stringify(one) === text) ? undefined : next;
    },
    retry,
  };
}
