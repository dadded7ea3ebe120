import type { InfiniteData } from '@tanstack/query-core';
import type { CallOptions } from '../client/options/options.js';
import { findNextPage } from '../client/paging/find-next-page.js';
import type { ApiPromise } from '../client/transport/api-promise.js';
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
  readonly operation: Operation<never, unknown>;
  readonly params: Params;
  readonly options: CallOptions | undefined;
  readonly call: (params: Params, options: CallOptions) => ApiPromise<unknown>;
}

/** Creates the options of an infinite query over the pages of a list. */
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

/** Creates the same for a list whose next page is named in a header, which pages have beside the response. */
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

/** Returns the key of an infinite query. It begins with that of the query, so that both become stale together. */
function infiniteKey<Page, Error>(key: readonly unknown[]): DataKey<InfiniteData<Page, PageParams>, Error> {
  // `as`: the tag exists for the compiler only.
  return [...key, 'infinite'] as unknown as DataKey<InfiniteData<Page, PageParams>, Error>;
}

/** Returns the params of the next page, or `undefined` if it was fetched already: a list that goes round in a circle ends there. */
function unlessAsked(next: PageParams | undefined, all: readonly PageParams[]): PageParams | undefined {
  const text = JSON.stringify(next);
  return all.some((one) => JSON.stringify(one) === text) ? undefined : next;
}
