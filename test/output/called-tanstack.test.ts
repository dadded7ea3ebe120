import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  dehydrate,
  hashKey,
  hydrate,
  partialMatchKey,
} from '@tanstack/query-core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '@speccast/runtime';
import type { ClientOptions } from '@speccast/runtime';
import { createKeys } from '@speccast/runtime/tanstack';
import type { ClientOrCore, GroupKeys, MutationSettings } from '@speccast/runtime/tanstack';
import { importCase, type ImportedCase } from './import-case.js';

/** A function of `./tanstack` that builds the options of a query. */
type Options = (
  client: ClientOrCore,
  params?: object,
  options?: object,
) => {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { signal?: AbortSignal }) => Promise<unknown>;
};
type InfiniteOptions = (
  client: ClientOrCore,
  params?: object,
) => ReturnType<Options> & {
  readonly initialPageParam: object;
  readonly getNextPageParam: (last: unknown, all: unknown[], param: object, params: object[]) => object | undefined;
};
type Mutation = (
  client: ClientOrCore,
  settings?: MutationSettings,
) => {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (params: object) => Promise<unknown>;
  readonly onSettled: never;
};
interface Exports {
  readonly booksListQueryOptions: Options;
  readonly booksGetQueryOptions: Options;
  readonly booksCoversDownloadQueryOptions: Options;
  readonly booksCoversExistsQueryOptions: Options;
  readonly ordersSearchQueryOptions: Options;
  readonly booksListInfiniteQueryOptions: InfiniteOptions;
  readonly ordersListInfiniteQueryOptions: InfiniteOptions;
  readonly eventsListInfiniteQueryOptions: InfiniteOptions;
  readonly booksInsertMutationOptions: Mutation;
  readonly booksCoversSetMutationOptions: Mutation;
  readonly ordersRefreshMutationOptions: Mutation;
  readonly keys: GroupKeys & {
    readonly books: GroupKeys & { readonly list: (params?: object) => readonly unknown[]; readonly covers: GroupKeys };
  };
}

let one: ImportedCase<ClientOrCore>;
let tanstack: Exports;

beforeAll(async () => {
  one = await importCase('positive-tanstack');
  // `as`: the case generates such a module.
  tanstack = (await one.load('src/tanstack/index.ts')) as Exports;
});

afterAll(() => one.remove());

/** Opens a client whose requests a function responds to, and records method and path of each: `GET /books?genre=sf`. */
function open(respond: (url: URL, request: Request) => Response | Promise<Response>): {
  client: ClientOrCore;
  sent: string[];
  queries: QueryClient;
} {
  const sent: string[] = [];
  const fetch: ClientOptions['fetch'] = (request: Request) => {
    const url = new URL(request.url);
    sent.push(`${request.method} ${url.pathname}${url.search}`);
    return Promise.resolve(respond(url, request));
  };
  const { client } = one.open({
    fetch,
    baseUrl: 'https://queries.test',
    retry: false,
    validate: { request: 'off', response: 'off' },
  });
  return { client, sent, queries: new QueryClient() };
}

const respondPage = (items: readonly unknown[], nextPageToken?: string): Response =>
  Response.json({ items, nextPageToken });

describe('queries', () => {
  test('call the operation, and store its data under the key of service, resource, method and params', async () => {
    const { client, sent, queries } = open(() => respondPage([{ title: 'Dune' }]));
    const options = tanstack.booksListQueryOptions(client, { genre: 'sf' });
    expect(await queries.fetchQuery(options)).toEqual({ items: [{ title: 'Dune' }] });
    expect(options.queryKey).toEqual(['positive-tanstack', 'books', 'list', { genre: 'sf' }]);
    expect(queries.getQueryData(tanstack.keys.books.list({ genre: 'sf' }))).toEqual({ items: [{ title: 'Dune' }] });
    expect(sent).toEqual(['GET /books?genre=sf']);
  });

  test('return null for a response without a body, because a query cannot return undefined', async () => {
    const { client, queries } = open(() => new Response(null, { status: 204 }));
    expect(await queries.fetchQuery(tanstack.booksGetQueryOptions(client, { id: 'a' }))).toBeNull();
    const head = open(() => new Response());
    expect(await head.queries.fetchQuery(tanstack.booksCoversExistsQueryOptions(head.client, { id: 'a' }))).toBeNull();
  });

  test('return the bytes of a download, and the results of the method QUERY', async () => {
    const { client, queries } = open(
      () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } }),
    );
    expect(await queries.fetchQuery(tanstack.booksCoversDownloadQueryOptions(client, { id: 'a' }))).toEqual(
      new Uint8Array([1, 2]),
    );
    const search = open(async (_, request) => Response.json([await request.json()]));
    const found = await search.queries.fetchQuery(
      tanstack.ordersSearchQueryOptions(search.client, { body: { title: 'Tea' } }),
    );
    expect([found, search.sent]).toEqual([[{ title: 'Tea' }], ['QUERY /orders']]);
  });

  test('fail with the error of the client and do not retry, because the client does', async () => {
    const { client, sent, queries } = open(() => Response.json({ error: {} }, { status: 404 }));
    const observer = new QueryObserver(queries, tanstack.booksGetQueryOptions(client, { id: 'a' }));
    const failure = await new Promise<unknown>((resolve) => {
      observer.subscribe(({ isError, error }) => isError && resolve(error));
    });
    expect(ApiError.is(failure) && failure.status).toBe(404);
    expect(sent).toHaveLength(1);
  });

  test('abort their call when they are cancelled, and by the signal of their options', async () => {
    const signals: AbortSignal[] = [];
    const { client, queries } = open((_, { signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const own = new AbortController();
    const { queryKey, ...rest } = tanstack.booksListQueryOptions(client, {}, { signal: own.signal });
    const failed = queries.fetchQuery({ queryKey, ...rest }).catch((error: unknown) => error);
    await expect.poll(() => signals.length).toBe(1);
    await queries.cancelQueries({ queryKey });
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    await failed;
    const second = rest.queryFn({}).catch((error: unknown) => String(error));
    await expect.poll(() => signals.length).toBe(2);
    own.abort();
    expect(await second).toContain('aborted by its signal');
  });

  test('accept the core of ./operations in place of a client', async () => {
    const { createCore } = (await one.load('src/operations.ts')) as {
      createCore: (options: ClientOptions) => ClientOrCore;
    };
    const core = createCore({ baseUrl: 'https://queries.test', fetch: () => Promise.resolve(respondPage([])) });
    expect(await new QueryClient().fetchQuery(tanstack.booksListQueryOptions(core))).toEqual({ items: [] });
  });
});

/** Fetches pages until there are no more, at most 11, and returns them with their page params. */
async function fetchPages(
  options: ReturnType<InfiniteOptions>,
  queries: QueryClient,
): Promise<{ readonly pages: readonly unknown[]; readonly params: readonly unknown[] }> {
  const observer = new InfiniteQueryObserver(queries, options as never);
  await observer.fetchNextPage();
  for (let count = 0; observer.getCurrentResult().hasNextPage && count < 10; count++) await observer.fetchNextPage();
  const data = observer.getCurrentResult().data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: data.pages, params: data.pageParams };
}

describe('infinite queries', () => {
  test('page by tokens, which are their page params', async () => {
    const { client, sent, queries } = open(({ searchParams }) =>
      searchParams.has('pageToken') ? respondPage(['b']) : respondPage(['a'], 'two'),
    );
    const { pages, params } = await fetchPages(
      tanstack.booksListInfiniteQueryOptions(client, { genre: 'sf' }),
      queries,
    );
    expect(pages).toEqual([{ items: ['a'], nextPageToken: 'two' }, { items: ['b'] }]);
    expect(params).toEqual([{}, { pageToken: 'two' }]);
    expect(sent).toEqual(['GET /books?genre=sf', 'GET /books?genre=sf&pageToken=two']);
  });

  test('page by offsets, until the total is reached', async () => {
    const { client, sent, queries } = open(({ searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      return Response.json({ items: [{ id: '1' }, { id: '2' }, { id: '3' }].slice(offset, offset + 2), total: 3 });
    });
    const { params } = await fetchPages(tanstack.ordersListInfiniteQueryOptions(client, { limit: 2 }), queries);
    expect(params).toMatchObject([{}, { offset: 2 }]);
    expect(sent).toEqual(['GET /orders?limit=2', 'GET /orders?offset=2&limit=2']);
  });

  test('page by the header Link, with the params of the next page beside each page', async () => {
    const { client, sent, queries } = open(({ searchParams }) => {
      const number = Number(searchParams.get('page') ?? 1);
      const link =
        number < 3 ? { link: `<https://queries.test/events?page=${number + 1}&perPage=2>; rel="next"` } : undefined;
      return Response.json([{ name: `${number}` }], link && { headers: link });
    });
    const { pages } = await fetchPages(tanstack.eventsListInfiniteQueryOptions(client), queries);
    expect(pages).toEqual([
      { page: [{ name: '1' }], next: { page: 2, perPage: 2 } },
      { page: [{ name: '2' }], next: { page: 3, perPage: 2 } },
      { page: [{ name: '3' }], next: null },
    ]);
    expect(sent.slice(1)).toEqual(['GET /events?page=2&perPage=2', 'GET /events?page=3&perPage=2']);
  });

  test('end if a page names the token of an earlier one', async () => {
    const { client, sent, queries } = open(() => respondPage(['a'], 'again'));
    await fetchPages(tanstack.booksListInfiniteQueryOptions(client), queries);
    expect(sent).toEqual(['GET /books', 'GET /books?pageToken=again']);
  });

  test('continue in another process, from JSON', async () => {
    const { client, queries } = open(() => respondPage(['a'], 'two'));
    const options = tanstack.booksListInfiniteQueryOptions(client);
    await queries.prefetchInfiniteQuery(options as never);
    const state: unknown = JSON.parse(JSON.stringify(dehydrate(queries)));
    const there = open(() => respondPage(['b']));
    hydrate(there.queries, state as ReturnType<typeof dehydrate>);
    const observer = new InfiniteQueryObserver(there.queries, {
      ...tanstack.booksListInfiniteQueryOptions(there.client),
      staleTime: Infinity,
    } as never);
    expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true, hasNextPage: true });
    await observer.fetchNextPage();
    expect(there.sent).toEqual(['GET /books?pageToken=two']);
  });

  test('have the key of the query with the same params, and `infinite`', () => {
    const { client } = open(() => respondPage([]));
    const key = tanstack.booksListInfiniteQueryOptions(client, { genre: 'sf' }).queryKey;
    expect(key).toEqual([...tanstack.keys.books.list({ genre: 'sf' }), 'infinite']);
  });
});

describe('mutations', () => {
  /** Runs a mutation, and lists the queries that are stale afterwards: `['books.list']`. */
  async function listStale(
    options: ReturnType<Mutation>,
    { queries, params = {} }: { queries: QueryClient; params?: object },
  ): Promise<readonly string[]> {
    await new MutationObserver(queries, options).mutate(params as never).catch(() => undefined);
    const all = queries.getQueryCache().getAll();
    return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.slice(1, 3).join('.'));
  }

  async function openSeeded(respond: Parameters<typeof open>[0]): Promise<ReturnType<typeof open>> {
    const all = open(respond);
    const { queries } = all;
    queries.setQueryData(tanstack.keys.books.list({}), { items: [] });
    queries.setQueryData(['positive-tanstack', 'books', 'covers', 'download', { id: 'a' }], 1);
    queries.setQueryData(['positive-tanstack', 'orders', 'list', {}], { items: [] });
    queries.setQueryData(['other', 'books', 'list'], 1);
    return all;
  }

  test('make the queries of their resource and of those below it stale, and no others', async () => {
    const { client, queries, sent } = await openSeeded(() => Response.json({ title: 'Dune' }, { status: 201 }));
    const options = tanstack.booksInsertMutationOptions(client);
    expect(await listStale(options, { queries, params: { body: { title: 'Dune' } } })).toEqual([
      'books.list',
      'books.covers',
    ]);
    expect(sent).toEqual(['POST /books']);
    expect(options.mutationKey).toEqual(['positive-tanstack', 'books', 'insert']);
  });

  test('make the queries of the table stale that the spec says they change', async () => {
    const { client, queries } = await openSeeded(() => new Response(null, { status: 204 }));
    const options = tanstack.booksCoversSetMutationOptions(client);
    const params = { id: 'a', media: new Uint8Array([1]) };
    expect(await listStale(options, { queries, params })).toEqual(['books.list', 'books.covers']);
  });

  test('make further queries stale that their caller names', async () => {
    const { client, queries } = await openSeeded(() => new Response(null, { status: 202 }));
    const options = tanstack.ordersRefreshMutationOptions(client, { invalidates: [tanstack.keys.books.covers()] });
    expect(await listStale(options, { queries })).toEqual(['books.covers', 'orders.list']);
  });

  test('make queries stale also if they fail, because the service may have changed data', async () => {
    const { client, queries, sent } = await openSeeded(() => Response.json({}, { status: 409 }));
    const options = tanstack.booksInsertMutationOptions(client);
    expect(await listStale(options, { queries, params: { body: { title: 'x' } } })).toContain('books.list');
    expect(sent).toHaveLength(1);
  });
});

describe('keys', () => {
  test('exist for the service, a resource, an operation, and an operation with params', () => {
    const { keys } = tanstack;
    const [all, books, list] = [keys(), keys.books(), keys.books.list()];
    expect([all, books, list]).toEqual([
      ['positive-tanstack'],
      ['positive-tanstack', 'books'],
      ['positive-tanstack', 'books', 'list'],
    ]);
    for (const key of [all, books, list]) expect(partialMatchKey(keys.books.list({ genre: 'sf' }), key)).toBe(true);
    expect(partialMatchKey(keys.books.list({ genre: 'sf' }), keys.books.covers())).toBe(false);
  });

  test('do not depend on the order of params, and ignore undefined ones', () => {
    const { list } = createKeys<{ list: (params: object) => readonly unknown[] }>(['s']);
    const params = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.bigInt(), fc.date({ noInvalidDate: true })),
    );
    fc.assert(
      fc.property(params, (one) => {
        const reversed = Object.fromEntries([...Object.entries(one), ['left out', undefined]].toReversed());
        expect(hashKey(list(reversed))).toBe(hashKey(list(one)));
      }),
    );
  });

  test('can be awaited and compared, although they are functions of any name', async () => {
    const keys = createKeys<GroupKeys & { then?: unknown }>(['s']);
    expect(await Promise.resolve(keys)).toBe(keys);
    expect(keys.then).toBeUndefined();
  });
});
