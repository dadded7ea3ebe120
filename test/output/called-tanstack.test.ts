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

/** What `./tanstack` exports, as far as these tests call it. */
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
let made: Exports;

beforeAll(async () => {
  one = await importCase('positive-tanstack');
  // `as`: the file is what the case expects.
  made = (await one.load('src/tanstack/index.ts')) as Exports;
});

afterAll(() => one.remove());

/** A client whose requests are answered by a function, and what it sent. */
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

const page = (items: readonly unknown[], nextPageToken?: string): Response => Response.json({ items, nextPageToken });

describe('queries', () => {
  test('call the operation, and keep its data under the key of service, resource, method and params', async () => {
    const { client, sent, queries } = open(() => page([{ title: 'Dune' }]));
    const options = made.booksListQueryOptions(client, { genre: 'sf' });
    expect(await queries.fetchQuery(options)).toEqual({ items: [{ title: 'Dune' }] });
    expect(options.queryKey).toEqual(['positive-tanstack', 'books', 'list', { genre: 'sf' }]);
    expect(queries.getQueryData(made.keys.books.list({ genre: 'sf' }))).toEqual({ items: [{ title: 'Dune' }] });
    expect(sent).toEqual(['GET /books?genre=sf']);
  });

  test('of a response without a body hold null, for a query has no undefined', async () => {
    const { client, queries } = open(() => new Response(null, { status: 204 }));
    expect(await queries.fetchQuery(made.booksGetQueryOptions(client, { id: 'a' }))).toBeNull();
    const head = open(() => new Response());
    expect(await head.queries.fetchQuery(made.booksCoversExistsQueryOptions(head.client, { id: 'a' }))).toBeNull();
  });

  test('hold the bytes of a download, and what a QUERY finds', async () => {
    const { client, queries } = open(
      () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } }),
    );
    expect(await queries.fetchQuery(made.booksCoversDownloadQueryOptions(client, { id: 'a' }))).toEqual(
      new Uint8Array([1, 2]),
    );
    const search = open(async (_, request) => Response.json([await request.json()]));
    const found = await search.queries.fetchQuery(
      made.ordersSearchQueryOptions(search.client, { body: { title: 'Tea' } }),
    );
    expect([found, search.sent]).toEqual([[{ title: 'Tea' }], ['QUERY /orders']]);
  });

  test('fail with the error of the client, once: what may succeed the client sends again', async () => {
    const { client, sent, queries } = open(() => Response.json({ error: {} }, { status: 404 }));
    const observer = new QueryObserver(queries, made.booksGetQueryOptions(client, { id: 'a' }));
    const seen = await new Promise<unknown>((resolve) => {
      observer.subscribe(({ isError, error }) => isError && resolve(error));
    });
    expect(ApiError.is(seen) && seen.status).toBe(404);
    expect(sent).toHaveLength(1);
  });

  test('end their call when they are cancelled, and by the signal of their options', async () => {
    const signals: AbortSignal[] = [];
    const { client, queries } = open((_, { signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const own = new AbortController();
    const { queryKey, ...rest } = made.booksListQueryOptions(client, {}, { signal: own.signal });
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

  test('take the core of ./operations in place of a client', async () => {
    const { createCore } = (await one.load('src/operations.ts')) as {
      createCore: (options: ClientOptions) => ClientOrCore;
    };
    const core = createCore({ baseUrl: 'https://queries.test', fetch: () => Promise.resolve(page([])) });
    expect(await new QueryClient().fetchQuery(made.booksListQueryOptions(core))).toEqual({ items: [] });
  });
});

/** Fetches pages until there are no more, and says what was sent. */
async function walk(
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
      searchParams.has('pageToken') ? page(['b']) : page(['a'], 'two'),
    );
    const { pages, params } = await walk(made.booksListInfiniteQueryOptions(client, { genre: 'sf' }), queries);
    expect(pages).toEqual([{ items: ['a'], nextPageToken: 'two' }, { items: ['b'] }]);
    expect(params).toEqual([{}, { pageToken: 'two' }]);
    expect(sent).toEqual(['GET /books?genre=sf', 'GET /books?genre=sf&pageToken=two']);
  });

  test('page by offsets, until as many items came as there are', async () => {
    const { client, sent, queries } = open(({ searchParams }) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      return Response.json({ items: [{ id: '1' }, { id: '2' }, { id: '3' }].slice(offset, offset + 2), total: 3 });
    });
    const { params } = await walk(made.ordersListInfiniteQueryOptions(client, { limit: 2 }), queries);
    expect(params).toMatchObject([{}, { offset: 2 }]);
    expect(sent).toEqual(['GET /orders?limit=2', 'GET /orders?offset=2&limit=2']);
  });

  test('page by the header Link, with what asks for the next page beside the page', async () => {
    const { client, sent, queries } = open(({ searchParams }) => {
      const number = Number(searchParams.get('page') ?? 1);
      const link =
        number < 3 ? { link: `<https://queries.test/events?page=${number + 1}&perPage=2>; rel="next"` } : undefined;
      return Response.json([{ name: `${number}` }], link && { headers: link });
    });
    const { pages } = await walk(made.eventsListInfiniteQueryOptions(client), queries);
    expect(pages).toEqual([
      { page: [{ name: '1' }], next: { page: 2, perPage: 2 } },
      { page: [{ name: '2' }], next: { page: 3, perPage: 2 } },
      { page: [{ name: '3' }], next: null },
    ]);
    expect(sent.slice(1)).toEqual(['GET /events?page=2&perPage=2', 'GET /events?page=3&perPage=2']);
  });

  test('end where a page names one that was there', async () => {
    const { client, sent, queries } = open(() => page(['a'], 'again'));
    await walk(made.booksListInfiniteQueryOptions(client), queries);
    expect(sent).toEqual(['GET /books', 'GET /books?pageToken=again']);
  });

  test('go on in another process, from JSON', async () => {
    const { client, queries } = open(() => page(['a'], 'two'));
    const options = made.booksListInfiniteQueryOptions(client);
    await queries.prefetchInfiniteQuery(options as never);
    const state: unknown = JSON.parse(JSON.stringify(dehydrate(queries)));
    const there = open(() => page(['b']));
    hydrate(there.queries, state as ReturnType<typeof dehydrate>);
    const observer = new InfiniteQueryObserver(there.queries, {
      ...made.booksListInfiniteQueryOptions(there.client),
      staleTime: Infinity,
    } as never);
    expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true, hasNextPage: true });
    await observer.fetchNextPage();
    expect(there.sent).toEqual(['GET /books?pageToken=two']);
  });

  test('have the key of the query with the same params, and one part more', () => {
    const { client } = open(() => page([]));
    const key = made.booksListInfiniteQueryOptions(client, { genre: 'sf' }).queryKey;
    expect(key).toEqual([...made.keys.books.list({ genre: 'sf' }), 'infinite']);
  });
});

describe('mutations', () => {
  /** Runs a mutation, and says which of some queries are stale afterwards. */
  async function staleAfter(
    options: ReturnType<Mutation>,
    { queries, params = {} }: { queries: QueryClient; params?: object },
  ): Promise<readonly string[]> {
    await new MutationObserver(queries, options).mutate(params as never).catch(() => undefined);
    const all = queries.getQueryCache().getAll();
    return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.slice(1, 3).join('.'));
  }

  async function seeded(respond: Parameters<typeof open>[0]): Promise<ReturnType<typeof open>> {
    const all = open(respond);
    const { queries } = all;
    queries.setQueryData(made.keys.books.list({}), { items: [] });
    queries.setQueryData(['positive-tanstack', 'books', 'covers', 'download', { id: 'a' }], 1);
    queries.setQueryData(['positive-tanstack', 'orders', 'list', {}], { items: [] });
    queries.setQueryData(['other', 'books', 'list'], 1);
    return all;
  }

  test('make the queries of their resource stale, with those of the resources below, and no others', async () => {
    const { client, queries, sent } = await seeded(() => Response.json({ title: 'Dune' }, { status: 201 }));
    const options = made.booksInsertMutationOptions(client);
    expect(await staleAfter(options, { queries, params: { body: { title: 'Dune' } } })).toEqual([
      'books.list',
      'books.covers',
    ]);
    expect(sent).toEqual(['POST /books']);
    expect(options.mutationKey).toEqual(['positive-tanstack', 'books', 'insert']);
  });

  test('make those stale that read the table which the spec says they change', async () => {
    const { client, queries } = await seeded(() => new Response(null, { status: 204 }));
    const options = made.booksCoversSetMutationOptions(client);
    const params = { id: 'a', media: new Uint8Array([1]) };
    expect(await staleAfter(options, { queries, params })).toEqual(['books.list', 'books.covers']);
  });

  test('make further ones stale that their caller names', async () => {
    const { client, queries } = await seeded(() => new Response(null, { status: 202 }));
    const options = made.ordersRefreshMutationOptions(client, { invalidates: [made.keys.books.covers()] });
    expect(await staleAfter(options, { queries })).toEqual(['books.covers', 'orders.list']);
  });

  test('do so too when they fail: what the service did may be unknown', async () => {
    const { client, queries, sent } = await seeded(() => Response.json({}, { status: 409 }));
    const options = made.booksInsertMutationOptions(client);
    expect(await staleAfter(options, { queries, params: { body: { title: 'x' } } })).toContain('books.list');
    expect(sent).toHaveLength(1);
  });
});

describe('keys', () => {
  test('are of the service, of a resource, of an operation, or of one with params', () => {
    const { keys } = made;
    const [all, books, list] = [keys(), keys.books(), keys.books.list()];
    expect([all, books, list]).toEqual([
      ['positive-tanstack'],
      ['positive-tanstack', 'books'],
      ['positive-tanstack', 'books', 'list'],
    ]);
    for (const key of [all, books, list]) expect(partialMatchKey(keys.books.list({ genre: 'sf' }), key)).toBe(true);
    expect(partialMatchKey(keys.books.list({ genre: 'sf' }), keys.books.covers())).toBe(false);
  });

  test('are the same whatever the order of their params, and whether one is undefined or left out', () => {
    const { list } = createKeys<{ list: (params: object) => readonly unknown[] }>(['s']);
    const params = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.bigInt(), fc.date({ noInvalidDate: true })),
    );
    fc.assert(
      fc.property(params, (one) => {
        const turned = Object.fromEntries([...Object.entries(one), ['left out', undefined]].toReversed());
        expect(hashKey(list(turned))).toBe(hashKey(list(one)));
      }),
    );
  });

  test('can be awaited, printed and compared without a call that never ends', async () => {
    const keys = createKeys<GroupKeys & { then?: unknown }>(['s']);
    expect(await Promise.resolve(keys)).toBe(keys);
    expect(keys.then).toBeUndefined();
  });
});
