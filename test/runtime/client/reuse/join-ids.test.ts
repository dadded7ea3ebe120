import { array, assert, asyncProperty, constantFrom, integer, nat, oneof, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, joinIds } from '@speccast/runtime';
import { apiKey } from '@speccast/runtime/client';
import { core, errorOf, json, script } from '../support.js';
import { countedSignal, filmService, gate, idsOf, list, lookUp, settle } from './support.js';

/** The ids of the items of a response. */
function found(answer: unknown): readonly unknown[] {
  const items = isJsonObject(answer) ? answer['items'] : undefined;
  return Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? item['id'] : undefined)) : [];
}

const ids = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `f${from + index}`);

describe('joinIds', () => {
  test('sends the look-ups of one moment as one, and gives each caller its own items in the order of its ids', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const answers = await Promise.all([
      client.call(list, { id: ['b', 'a'] }),
      client.call(list, { id: ['no1', 'c'] }),
      client.call(list, { id: ['c', 'b', 'c'] }),
    ]);
    expect(requests.map(idsOf)).toEqual([['b', 'a', 'no1', 'c']]);
    expect(answers.map(found)).toEqual([['b', 'a'], ['c'], ['c', 'b']]);
  });

  test('tells each caller the number of its own items, and nothing of the whole', async () => {
    const { fetch } = script((request) => {
      const body = { nextPageToken: 'next', prevPageToken: 'back', eventId: 'e' };
      return lookUp(request)
        .json()
        .then((answer: object) => json({ ...answer, ...body }));
    });
    const client = core({ fetch, joinIds: joinIds() });
    const [answer] = await Promise.all([client.call(list, { id: ['a'] }), client.call(list, { id: ['b', 'c'] })]);
    expect(answer).toEqual({
      kind: 'films',
      eventId: 'e',
      pageInfo: { totalResults: 1, resultsPerPage: 1 },
      items: [{ id: 'a', title: 'Film a', tags: ['a'] }],
    });
  });

  test('asks again for the ids that a cut response lacks, and for none that the service does not have', async () => {
    const { fetch, requests } = script(async (request) => {
      const answer = Object(await lookUp(request).json());
      const known = answer.items.filter(({ id }: { readonly id: string }) => id !== 'no1');
      const isCut = known.length > 5;
      return json({ ...answer, items: known.slice(0, 5), ...(isCut && { nextPageToken: 'next' }) });
    });
    const client = core({ fetch, joinIds: joinIds() });
    const wanted = [...ids(12), 'no1'];
    const answers = await Promise.all(wanted.map((id) => client.call(list, { id: [id] })));
    expect(answers.map(found)).toEqual([...ids(12).map((id) => [id]), []]);
    expect(requests.map((request) => idsOf(request).length)).toEqual([13, 8, 3]);
  });

  test('gives callers of the same item copies of it', async () => {
    const client = core({ fetch: filmService().fetch, joinIds: joinIds() });
    const [one, other] = await Promise.all([client.call(list, { id: ['a'] }), client.call(list, { id: ['a', 'b'] })]);
    const item = (answer: unknown): unknown => Object(answer).items[0];
    expect(item(one)).toEqual(item(other));
    Object.assign(Object(item(one)), { title: 'changed' });
    expect(item(other)).toHaveProperty('title', 'Film a');
  });

  test('sends no more than 50 ids at once, and as few requests as that takes', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const wanted = [ids(30), ids(30, 30), ids(45, 60)];
    const answers = await Promise.all(wanted.map((id) => client.call(list, { id })));
    expect(requests.map((request) => idsOf(request).length)).toEqual([50, 50, 5]);
    expect(answers.map(found)).toEqual(wanted);
  });

  test('splits a call that asks for more ids than a request takes, and puts its responses together', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const { data, meta } = await client.call(list, { id: ids(120) }).withResponse();
    expect(found(data)).toEqual(ids(120));
    expect(data).toHaveProperty('pageInfo', { totalResults: 120, resultsPerPage: 120 });
    expect(meta).toMatchObject({ attempts: 3, quotaCost: 3 });
    expect(requests).toHaveLength(3);
  });

  test('takes the number of ids that the spec or the caller says', async () => {
    const { fetch, requests } = filmService();
    const three = { ...list, joins: { max: 3 } };
    await core({ fetch, joinIds: joinIds() }).call(three, { id: ids(4) });
    await core({ fetch, joinIds: joinIds({ max: 2 }) }).call(three, { id: ids(4) });
    expect(requests.map((request) => idsOf(request).length)).toEqual([3, 1, 2, 2]);
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity])('rejects %s as a number of ids', (max) => {
    expect(() => joinIds({ max })).toThrow('Option `max` must be a whole number, at least 1');
  });

  test('asks for a page that holds all, where a page has a size', async () => {
    const { fetch, requests } = filmService();
    const sized = { ...list, joins: { size: 'maxResults' } };
    const client = core({ fetch, joinIds: joinIds() });
    await Promise.all([client.call(sized, { id: ids(4) }), client.call(sized, { id: ids(4, 4) })]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('maxResults'))).toEqual(['8']);
  });

  test('sends a look-up that is alone as it is', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    expect(await client.call(list, { id: ['a', 'a'] })).toHaveProperty('etag', 'tag-a');
    expect(requests.map(idsOf)).toEqual([['a', 'a']]);
  });

  test('tells the cost of a request to the first caller', async () => {
    const client = core({ fetch: filmService().fetch, joinIds: joinIds() });
    const answers = await Promise.all([
      client.call(list, { id: ids(30) }).withResponse(),
      client.call(list, { id: ids(30, 30) }).withResponse(),
      client.call(list, { id: ids(5) }).withResponse(),
    ]);
    expect(answers.map(({ meta }) => meta.quotaCost)).toEqual([1, 1, 0]);
  });
});

describe('a look-up is not joined', () => {
  const others = [
    { why: 'with other parts', params: { id: ['b'], part: ['snippet'] } },
    { why: 'with a condition', params: { id: ['b'], 'If-None-Match': '"1"' } },
    { why: 'of a certain page', params: { id: ['b'], pageToken: 'next' } },
    { why: 'by an id with a comma', params: { id: ['b,c'] } },
    { why: 'by no id', params: { id: [] } },
    { why: 'by something else', params: {} },
    { why: 'with another time for an attempt', params: { id: ['b'] }, options: { timeoutMs: 10 } },
    { why: 'with other retries', params: { id: ['b'] }, options: { retry: 0 as const } },
  ];
  test.each(others)('$why', async ({ params, options }) => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    await Promise.all([client.call(list, { id: ['a'] }), client.call(list, params, options)]);
    expect(requests).toHaveLength(2);
  });

  test('of an operation that is not to be joined', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds({ operations: ['videos.list'] }) });
    await Promise.all([client.call(list, { id: ['a'] }), client.call(list, { id: ['b'] })]);
    expect(requests).toHaveLength(2);
  });

  test('of another user', async () => {
    const { fetch, requests } = filmService();
    const secured = { ...list, auth: ['apiKey'] };
    const client = core({ fetch, joinIds: joinIds(), auth: apiKey('key-one') });
    const other = client.with({ auth: apiKey('key-two') });
    await Promise.all([client.call(secured, { id: ['a'] }), other.call(secured, { id: ['b'] })]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('key'))).toEqual(['key-one', 'key-two']);
  });

  test('for the response itself', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    await Promise.all([client.call(list, { id: ['a'] }).asResponse(), client.call(list, { id: ['b'] }).asResponse()]);
    expect(requests).toHaveLength(2);
  });

  test('where the items do not say their ids: then each is sent alone', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const fields = 'items(title)';
    const answers = await Promise.all([
      client.call(list, { id: ['a'], fields }),
      client.call(list, { id: ['b', 'c'], fields }),
    ]);
    expect(answers.map((answer) => Object(answer).items)).toEqual([
      [{ title: 'Film a' }],
      [{ title: 'Film b' }, { title: 'Film c' }],
    ]);
    expect(requests.map(idsOf)).toEqual([['a', 'b', 'c'], ['a'], ['b', 'c']]);
  });
});

describe('when it fails', () => {
  test('all callers of the request are told, and no others', async () => {
    const { fetch } = script((request) =>
      idsOf(request).includes('f0')
        ? json({ error: { code: 403, message: 'no', errors: [{ reason: 'forbidden' }] } }, { status: 403 })
        : lookUp(request),
    );
    const client = core({ fetch, joinIds: joinIds({ max: 2 }) });
    const results = await Promise.all([
      client.call(list, { id: ['f0'] }).result(),
      client.call(list, { id: ['f1', 'f2'] }).result(),
      client.call(list, { id: ['f3'] }).result(),
    ]);
    expect(results.map((one) => (one.ok ? found(one.data) : one.error.message))).toEqual([
      'films.list: 403 forbidden: no',
      'films.list: 403 forbidden: no',
      ['f3'],
    ]);
  });

  test('what cannot be sent is rejected by itself', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const [error, data] = await Promise.all([
      errorOf(client.call(list, { id: ['a'], part: [{}] })),
      client.call(list, { id: ['b'] }),
    ]);
    expect(error.name).toBe('InvalidParameterError');
    expect(found(data)).toEqual(['b']);
    expect(requests).toHaveLength(1);
  });
});

describe('a caller that gives up', () => {
  test('before anything is sent takes its ids with it', async () => {
    const { fetch, requests } = filmService();
    const client = core({ fetch, joinIds: joinIds() });
    const { controller, listeners } = countedSignal();
    const { signal } = controller;
    const [error, data] = await Promise.all([
      errorOf(client.call(list, { id: ['a'] }, { signal })),
      client.call(list, { id: ['b'] }).then((answer) => answer),
      Promise.resolve().then(() => controller.abort('enough')),
    ]);
    expect(error).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(found(data)).toEqual(['b']);
    expect(requests.map(idsOf)).toEqual([['b']]);
    expect(listeners()).toBe(0);
  });

  test('leaves the others alone', async () => {
    const held = gate();
    const { fetch, requests } = script(async (request) => held.opened.then(() => lookUp(request)));
    const client = core({ fetch, joinIds: joinIds() });
    const { controller, listeners } = countedSignal();
    const first = errorOf(client.call(list, { id: ['a'] }, { signal: controller.signal }));
    const second = client.call(list, { id: ['b'] }).then((data) => data);
    await settle();
    controller.abort();
    expect((await first).name).toBe('AbortedError');
    held.open();
    expect(found(await second)).toEqual(['b']);
    expect(requests.map((request) => [...idsOf(request)].sort())).toEqual([['a', 'b']]);
    expect(listeners()).toBe(0);
  });

  test('ends the requests that nobody waits for any more, and no others', async () => {
    const signals: AbortSignal[] = [];
    const fetch = (_: Request, init: { readonly signal: AbortSignal }): Promise<Response> => {
      signals.push(init.signal);
      return new Promise((_resolve, reject) => init.signal.addEventListener('abort', () => reject(init.signal.reason)));
    };
    const client = core({ fetch, joinIds: joinIds({ max: 2 }) });
    const stop = new AbortController();
    const first = errorOf(client.call(list, { id: ['a', 'b', 'c'] }, { signal: stop.signal }));
    const second = errorOf(client.call(list, { id: ['c'] }, { totalTimeoutMs: 40 }));
    await settle();
    stop.abort();
    await first;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect((await second).name).toBe('TimeoutError');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

const id = oneof(
  nat(30).map((number) => `f${number}`),
  nat(5).map((number) => `no${number}`),
);
const call = record({
  id: array(id, { minLength: 1, maxLength: 12 }),
  part: constantFrom(['snippet'], ['status']),
  turn: nat(2),
});

test('however look-ups are joined, each caller gets what it would have got alone', async () => {
  await assert(
    asyncProperty(array(call, { minLength: 1, maxLength: 12 }), integer({ min: 1, max: 9 }), async (calls, max) => {
      const joined = core({ fetch: filmService(max).fetch, joinIds: joinIds({ max }) });
      const alone = core({ fetch: filmService().fetch });
      const inTurn = async (turn: number): Promise<void> => {
        for (let step = 0; step < turn; step += 1) await Promise.resolve();
      };
      const answers = await Promise.all(
        calls.map(async ({ turn, ...params }) => inTurn(turn).then(() => joined.call(list, params))),
      );
      const wanted = await Promise.all(calls.map(({ id: own, part }) => alone.call(list, { id: own, part })));
      const withoutTag = (answer: unknown): object => ({ ...Object(answer), etag: undefined });
      expect(answers.map(withoutTag)).toEqual(wanted.map(withoutTag));
    }),
    { numRuns: 150 },
  );
});
