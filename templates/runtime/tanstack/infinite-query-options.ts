import type { InfiniteData } from '@tanstack/query-core';
import type { CallOptions } from '../client/options/options.js';
import { findNextPage } from '../client/paging/find-next-page.js';
import type { ApiPromise } from '../client/core/api-promise.js';
import type { Operation } from '../operation.js';
import type { DataKey } from './keys.js';
import { retry, withSignal, type FetchContext } from './query-options.js';

/** The params that ask for a page, beside those that all pages share: `{ pageToken: 'CAUQAA' }`; none for the first one. */
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
  /** Never: the client has sent again what may succeed. */
  readonly retry: (failureCount: number, error: Error) => boolean;
}

/** A page of a list whose responses name the next one in a header. */
export interface LinkedPage<Page> {
  readonly page: Page;
  /** What asks for the page after it; null after the last. */
  readonly next: PageParams | null;
}

/** The operation that a list calls, and what its caller gave. */
interface ListCall<Params> {
  readonly operation: Operation<never, unknown>;
  readonly params: Params;
  readonly options: CallOptions | undefined;
  readonly call: (params: Params, options: CallOptions) => ApiPromise<unknown>;
}

/** Options of an infinite query over the pages of a list. */
export function infiniteQueryOptions<Page, Error, Params extends object>(
  key: DataKey<Page, Error>,
  { operation, params, options, call }: ListCall<Params>,
): InfiniteQueryOptions<Page, Error> {
  return {
    queryKey: infiniteKey(key),
    // `as`: the key has the type of the page.
    queryFn: async (context) => (await call({ ...params, ...context.pageParam }, withSignal(context, options))) as Page,
    initialPageParam: {},
    getNextPageParam: (page, _, last, all) => {
      const next = findNextPage(operation, { page, headers: undefined, asked: { ...params, ...last } })?.params;
      return unlessAsked(next, all);
    },
    retry,
  };
}

/** The same over the pages of a list whose responses name the next one in a header: pages have it beside the response. */
export function linkedQueryOptions<Page, Error, Params extends object>(
  key: DataKey<Page, Error>,
  { operation, params, options, call }: ListCall<Params>,
): InfiniteQueryOptions<LinkedPage<Page>, Error> {
  return {
    queryKey: infiniteKey(key),
    queryFn: async (context) => {
      const asked = { ...params, ...context.pageParam };
      const { data, response } = await call(asked, withSignal(context, options)).withResponse();
      const next = findNextPage(operation, { page: data, headers: response.headers, asked })?.params;
      // `as`: the key has the type of the page.
      return { page: data as Page, next: next ?? null };
    },
    initialPageParam: {},
    getNextPageParam: ({ next }, _, __, all) => unlessAsked(next ?? undefined, all),
    retry,
  };
}

/** The key of an infinite query begins with that of the query: what makes one stale does the other. */
function infiniteKey<Page, Error>(key: readonly unknown[]): DataKey<InfiniteData<Page, PageParams>, Error> {
  // `as`: the tag is there for the compiler only.
  return [...key, 'infinite'] as unknown as DataKey<InfiniteData<Page, PageParams>, Error>;
}

/** Nothing where a page is asked for twice: the pages lead round in a circle. */
function unlessAsked(next: PageParams | undefined, all: readonly PageParams[]): PageParams | undefined {
  const text = JSON.stringify(next);
  return all.some((one) => JSON.stringify(one) === text) ? undefined : next;
}
