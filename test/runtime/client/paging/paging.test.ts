import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import type { CallOptions, ClientOptions } from '@speccast/runtime/client';
import { listParts, list } from '@speccast/runtime';
import type { PagePromise, Operation } from '@speccast/runtime';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  type AnyParams,
  type Script,
  type Step,
} from '../support.js';

interface Page {
  readonly items?: readonly number[];
  readonly next_token?: string;
}

type Films = Operation<AnyParams, Page>;

// `as`: the type of a descriptor's response is chosen by its author.
const films = createOperation({
  parameters: ['year', 'token'].map((name) => ({ name, in: 'query' })),
  paging: { items: 'items', token: { parameter: 'token', property: 'next_token' } },
}) as Films;

interface CalledList extends Script {
  readonly films: PagePromise<Page, 'items'>;
}

/** Calls a list whose pages are these responses. */
function callList(
  pages: readonly Step[],
  params: AnyParams = {},
  options: ClientOptions & CallOptions = {},
): CalledList {
  const scripted = scriptFetch(...pages);
  const { signal, ...others } = options;
  return {
    ...scripted,
    films: list(createTestCore({ fetch: scripted.fetch, retry: 0, ...others }), films, params, { signal }),
  };
}

/** Lists the page token of each request. */
function listTokens({ requests }: Script): readonly (string | null)[] {
  return requests.map(({ url }) => new URL(url).searchParams.get('token'));
}

async function collectItems<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

// The results of lists are tested by ../call-forms/lists.yaml.

const three = [
  json({ items: [1, 2], next_token: 'b' }),
  json({ items: [3, 4], next_token: 'c' }),
  json({ items: [5], extra: true }),
];

describe('iterating over a list', () => {
  test('requests a page only when it is needed', async () => {
    const called = callList(three);
    const sentAt: number[] = [];
    for await (const _ of called.films) sentAt.push(called.requests.length);
    expect(sentAt).toEqual([1, 1, 2, 2, 3]);
  });

  test('ends with the signal between two pages', async () => {
    const controller = new AbortController();
    const called = callList(three, {}, { signal: controller.signal });
    const error = await catchError(
      (async () => {
        for await (const film of called.films) if (film === 2) controller.abort('enough');
      })(),
    );
    expect(error).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(listTokens(called)).toEqual([null]);
  });

  test('requests the same parts for each page', async () => {
    const part = { name: 'part', in: 'query', required: true, explode: false, type: 'array' } as const;
    const parted: Films = { ...films, parameters: [{ ...part, default: ['id'] }, ...(films.parameters ?? [])] };
    const { fetch, requests } = scriptFetch(...three);
    const call: PagePromise<Page, 'items'> = listParts(createTestCore({ fetch }), parted, {});
    expect(await collectItems(call)).toEqual([1, 2, 3, 4, 5]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?part=id',
      '?part=id&token=b',
      '?part=id&token=c',
    ]);
  });
});

describe('a page', () => {
  test('has the status and headers of its response', async () => {
    const { films: call } = callList([json({}, { headers: { 'x-page': '1' } })]);
    const page = await call;
    expect(page.meta).toMatchObject({ status: 200, attempts: 1 });
    expect(page.meta.headers.get('x-page')).toBe('1');
    expect((await call.withResponse()).meta).toBe(page.meta);
  });

  test('has only the data of the service when it is copied, compared, enumerated or printed', async () => {
    const page = await callList(three).films;
    const wire = { items: [1, 2], next_token: 'b' };
    expect(JSON.stringify(page)).toBe(JSON.stringify(wire));
    expect([Object.keys(page), { ...page }]).toEqual([Object.keys(wire), wire]);
    deepStrictEqual(page, wire);
    expect(page).toStrictEqual(wire);
  });

  test('is the same object however often and in whatever form it is read', async () => {
    const called = callList(three);
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

  test('is a copy of the data, so that calls which share a response do not share pages', async () => {
    const data = Object.freeze({ items: [1], next_token: 'b' });
    const { fetch } = scriptFetch(json({}));
    const shared = createTestCore({
      fetch,
      shareReads: { around: async (call, next) => ({ ...(await next(call)), read: async () => data }) },
    });
    const [one, two] = [await list(shared, films, {}), await list(shared, films, { token: 'a' })];
    expect([one, two]).toEqual([data, data]);
    expect(one).not.toBe(two);
    expect(Object.getOwnPropertyNames(data)).toEqual(['items', 'next_token']);
  });
});

test('pages of any sizes have all items in order, with as few requests as any limit needs', async () => {
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
    const whole = callList(pages);
    expect(await collectItems(whole.films)).toEqual(Array.from({ length: total }, (_, at) => at));
    expect(listTokens(whole)).toEqual(sizes.map((_, index) => (index === 0 ? null : `t${index}`)));
    const limit = random(total + 3);
    const some = callList(pages);
    expect(await some.films.toArray({ limit })).toEqual(Array.from({ length: Math.min(limit, total) }, (_, at) => at));
    expect(some.requests).toHaveLength(countRequests(sizes, limit));
  }
});

/** Returns the number of pages that have to be requested for `limit` items. */
function countRequests(sizes: readonly number[], limit: number): number {
  if (limit === 0) return 0;
  let items = 0;
  const enough = sizes.findIndex((size) => (items += size) >= limit);
  return enough === -1 ? sizes.length : enough + 1;
}
