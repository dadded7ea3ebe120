import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import type { CallOptions, ClientOptions } from '@speccast/runtime/client';
import { listParts, list, PagingError } from '@speccast/runtime';
import type { PagePromise, Operation } from '@speccast/runtime';
import { core, errorOf, json, operation, script, type AnyParams, type Script, type Step } from '../support.js';

interface Page {
  readonly items?: readonly number[];
  readonly next_token?: string;
}

type Films = Operation<AnyParams, Page>;

const films = listOperation<Page>({ items: 'items', token: { parameter: 'token', property: 'next_token' } });

/** An operation that returns a list. */
function listOperation<P>(
  paging: NonNullable<Operation['paging']>,
  changes: Partial<Films> = {},
): Operation<AnyParams, P> {
  const parameters = ['year', 'token'].map((name) => ({ name, in: 'query' as const }));
  // What an operation responses is said where it is described.
  return operation({ parameters, paging, ...changes }) as Operation<AnyParams, P>;
}

interface Listing extends Script {
  readonly films: PagePromise<Page, 'items'>;
}

/** A list whose pages are these, one response after the other. */
function listing(pages: readonly Step[], params: AnyParams = {}, options: ClientOptions & CallOptions = {}): Listing {
  const scripted = script(...pages);
  const { signal, ...others } = options;
  return { ...scripted, films: list(core({ fetch: scripted.fetch, retry: 0, ...others }), films, params, { signal }) };
}

/** The token of each request. */
function tokens({ requests }: Script): readonly (string | null)[] {
  return requests.map(({ url }) => new URL(url).searchParams.get('token'));
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const three = [
  json({ items: [1, 2], next_token: 'b' }),
  json({ items: [3, 4], next_token: 'c' }),
  json({ items: [5], extra: true }),
];

describe('iterating over a list', () => {
  test('asks for no page before it is needed, and for one at a time', async () => {
    const called = listing(three);
    const sentAt: number[] = [];
    for await (const _ of called.films) sentAt.push(called.requests.length);
    expect(sentAt).toEqual([1, 1, 2, 2, 3]);
  });

  test('sends nothing more once the loop is left', async () => {
    const called = listing(three);
    for await (const film of called.films) if (film === 2) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(tokens(called)).toEqual([null]);
  });

  test('again, or after awaiting it, asks for the first page no second time', async () => {
    const called = listing([...three, ...three.slice(1)]);
    expect(await called.films).toEqual({ items: [1, 2], next_token: 'b' });
    expect(await all(called.films)).toEqual([1, 2, 3, 4, 5]);
    expect(await all(called.films)).toEqual([1, 2, 3, 4, 5]);
    expect(tokens(called)).toEqual([null, 'b', 'c', 'b', 'c']);
  });

  test('is ended by the signal between two pages', async () => {
    const controller = new AbortController();
    const called = listing(three, {}, { signal: controller.signal });
    const error = await errorOf(
      (async () => {
        for await (const film of called.films) if (film === 2) controller.abort('enough');
      })(),
    );
    expect(error).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(tokens(called)).toEqual([null]);
  });

  test('asks for the same parts on every page', async () => {
    const part = { name: 'part', in: 'query', required: true, explode: false, type: 'array' } as const;
    const parted: Films = { ...films, parameters: [{ ...part, default: ['id'] }, ...(films.parameters ?? [])] };
    const { fetch, requests } = script(...three);
    const call: PagePromise<Page, 'items'> = listParts(core({ fetch }), parted, {});
    expect(await all(call)).toEqual([1, 2, 3, 4, 5]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?part=id',
      '?part=id&token=b',
      '?part=id&token=c',
    ]);
  });
});

describe('a page', () => {
  test('leads to the next one, and after the last to undefined', async () => {
    const called = listing(three);
    const first = await called.films;
    const second = await first.next();
    const third = await second?.next();
    expect([first.items, second?.items, third?.items, await third?.next()]).toEqual([[1, 2], [3, 4], [5], undefined]);
    expect(tokens(called)).toEqual([null, 'b', 'c']);
  });

  test('that leads back is an error, too, where it is walked by hand', async () => {
    const called = listing([json({ next_token: 'b' }), json({ next_token: 'c' }), json({ next_token: 'b' })]);
    const third = await (await (await called.films).next())?.next();
    expect(await errorOf(Promise.resolve(third?.next()))).toBeInstanceOf(PagingError);
    expect(tokens(called)).toEqual([null, 'b', 'c']);
  });

  test('can be gone on from twice', async () => {
    const called = listing([three[0]!, three[1]!, three[1]!]);
    const page = await called.films;
    expect([(await page.next())?.items, (await page.next())?.items]).toEqual([
      [3, 4],
      [3, 4],
    ]);
    expect(tokens(called)).toEqual([null, 'b', 'b']);
  });

  test('knows how it was answered', async () => {
    const { films: call } = listing([json({}, { headers: { 'x-page': '1' } })]);
    const page = await call;
    expect(page.meta).toMatchObject({ status: 200, attempts: 1 });
    expect(page.meta.headers.get('x-page')).toBe('1');
    expect((await call.withResponse()).meta).toBe(page.meta);
  });

  test('shows the data of the service alone to whoever copies, compares, lists or prints it', async () => {
    const page = await listing(three).films;
    const wire = { items: [1, 2], next_token: 'b' };
    expect(JSON.stringify(page)).toBe(JSON.stringify(wire));
    expect([Object.keys(page), { ...page }]).toEqual([Object.keys(wire), wire]);
    deepStrictEqual(page, wire);
    expect(page).toStrictEqual(wire);
  });

  test('is the same one however often it is asked for, in each form', async () => {
    const called = listing(three);
    const page = await called.films;
    expect(await called.films).toBe(page);
    expect((await called.films.withResponse()).data).toBe(page);
    const result = await called.films.result();
    expect(result.ok && result.data).toBe(page);
    for await (const one of called.films.pages()) {
      expect(one).toBe(page);
      break;
    }
    expect(called.requests).toHaveLength(1);
  });

  test('keeps what the service itself calls `next` or `meta`, and pages go on all the same', async () => {
    const pages = [json({ items: [1], next_token: 'b', next: '/b', meta: { total: 2 } }), json({ items: [2] })];
    expect(await all(listing(pages).films.pages())).toEqual([
      { items: [1], next_token: 'b', next: '/b', meta: { total: 2 } },
      { items: [2] },
    ]);
  });

  test('is a copy of the data, so that calls which share a response do not share pages', async () => {
    const data = Object.freeze({ items: [1], next_token: 'b' });
    const { fetch } = script(json({}));
    const shared = core({
      fetch,
      shareReads: { around: async (call, whole, next) => ({ ...(await next(call, whole)), read: async () => data }) },
    });
    const [one, two] = [await list(shared, films, {}), await list(shared, films, { token: 'a' })];
    expect([one, two]).toEqual([data, data]);
    expect(one).not.toBe(two);
    expect(Object.getOwnPropertyNames(data)).toEqual(['items', 'next_token']);
  });

  test('comes unread as a response, and as a page afterwards', async () => {
    const called = listing(three);
    expect((await called.films.asResponse()).bodyUsed).toBe(false);
    expect((await called.films).items).toEqual([1, 2]);
  });
});

describe('the pages of a list', () => {
  test('come one by one, empty ones as well', async () => {
    const called = listing([json({ items: [], next_token: 'b' }), json({ items: [1] })]);
    const pages: unknown[] = [];
    for await (const page of called.films.pages()) pages.push([page.items, page.next_token, page.meta.status]);
    expect(pages).toEqual([
      [[], 'b', 200],
      [[1], undefined, 200],
    ]);
  });

  test('is the response itself where that is an array', async () => {
    const bare = listOperation<readonly number[]>({});
    const { fetch, requests } = script(json([1, 2, 3]), json({ items: [1] }));
    const call: PagePromise<readonly number[]> = list(core({ fetch }), bare, {});
    const page = await call;
    expect(page).toEqual([1, 2, 3]);
    expect(JSON.stringify(page)).toBe('[1,2,3]');
    expect([await all(call), await call.toArray({ limit: 2 }), await page.next(), page.meta.status]).toEqual([
      [1, 2, 3],
      [1, 2],
      undefined,
      200,
    ]);
    expect(requests).toHaveLength(1);
    expect(await errorOf(list(core({ fetch }), bare, {}))).toBeInstanceOf(PagingError);
  });
});

test('pages of any sizes give all items in order, by as many requests as any limit needs', async () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 60; round += 1) {
    const sizes = Array.from({ length: 1 + random(8) }, () => Math.max(0, random(7) - 2));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const pages = sizes.map((size, index) => {
      const before = sizes.slice(0, index).reduce((sum, one) => sum + one, 0);
      const items = Array.from({ length: size }, (_, at) => before + at);
      return json({ items, ...(index + 1 < sizes.length && { next_token: `t${index + 1}` }) });
    });
    const whole = listing(pages);
    expect(await all(whole.films)).toEqual(Array.from({ length: total }, (_, at) => at));
    expect(tokens(whole)).toEqual(sizes.map((_, index) => (index === 0 ? null : `t${index}`)));
    const limit = random(total + 3);
    const some = listing(pages);
    expect(await some.films.toArray({ limit })).toEqual(Array.from({ length: Math.min(limit, total) }, (_, at) => at));
    expect(some.requests).toHaveLength(requestsFor(sizes, limit));
  }
});

/** How many pages have to be had for so many items. */
function requestsFor(sizes: readonly number[], limit: number): number {
  if (limit === 0) return 0;
  let items = 0;
  const enough = sizes.findIndex((size) => (items += size) >= limit);
  return enough === -1 ? sizes.length : enough + 1;
}
