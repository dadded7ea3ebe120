import { describe, expect, test } from 'vitest';
import { AbortedError, apiKey, TimeoutError } from '@speccast/runtime/client';
import { shareReads } from '@speccast/runtime';
import { core, errorOf, json, operation, script, writeOperation } from '../support.js';
import { countedSignal, gate, list, settle } from './support.js';

const once = (body: unknown = { items: [{ id: 'a' }] }) => script(async () => json(body));

describe('shareReads', () => {
  test('sends identical reads that are in progress once', async () => {
    const { fetch, requests } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const read = (): Promise<unknown> => client.call(list, { part: ['snippet'] }).then((data) => data);
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 2, 3].map(() => ({ items: [{ id: 'a' }] })));
    expect(requests).toHaveLength(1);
    await read();
    expect(requests).toHaveLength(2);
  });

  test('gives each caller data of its own', async () => {
    const { fetch } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const [one, other] = await Promise.all([client.call(list, {}), client.call(list, {})]);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    Object.assign(Object(one), { items: 'changed' });
    expect(other).toEqual({ items: [{ id: 'a' }] });
  });

  test('tells the cost to the first caller only', async () => {
    const { fetch } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const both = await Promise.all([client.call(list, {}).withResponse(), client.call(list, {}).withResponse()]);
    expect(both.map(({ meta }) => meta.quotaCost)).toEqual([1, 0]);
  });

  const different = [
    { what: 'params', second: { params: { part: ['b'] } } },
    { what: 'a header parameter', second: { params: { part: ['a'], 'If-None-Match': '"1"' } } },
    { what: 'retries', second: { params: { part: ['a'] }, options: { retry: 0 as const } } },
    { what: 'the time for an attempt', second: { params: { part: ['a'] }, options: { timeoutMs: 5 } } },
  ];
  test.each(different)('does not share reads that differ in $what', async ({ second }) => {
    const { fetch, requests } = once();
    const client = core({ fetch, shareReads: shareReads() });
    await Promise.all([client.call(list, { part: ['a'] }), client.call(list, second.params, second.options)]);
    expect(requests).toHaveLength(2);
  });

  test('does not share between users', async () => {
    const { fetch, requests } = once();
    const needsKey = { ...list, auth: ['apiKey'] };
    const client = core({ fetch, shareReads: shareReads(), auth: apiKey('key-one') });
    const other = client.with({ auth: apiKey('key-two') });
    await Promise.all([client.call(needsKey, {}), other.call(needsKey, {})]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('key'))).toEqual(['key-one', 'key-two']);
  });

  test('does not share writes, nor responses whose body is read by the caller', async () => {
    const { fetch, requests } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const write = writeOperation();
    await Promise.all([client.call(write, { body: {} }), client.call(write, { body: {} })]);
    await Promise.all([client.call(list, {}).asResponse(), client.call(list, {}).asResponse()]);
    expect(requests).toHaveLength(4);
  });

  test('fails all who wait when the read fails', async () => {
    const { fetch } = script(json({ error: { code: 404, message: 'gone' } }, { status: 404 }));
    const client = core({ fetch, shareReads: shareReads() });
    const errors = await Promise.all([errorOf(client.call(list, {})), errorOf(client.call(list, {}))]);
    expect(errors.map(({ message }) => message)).toEqual(['films.list: 404: gone', 'films.list: 404: gone']);
  });

  test('rejects what cannot be sent, as a client without it does', async () => {
    const { fetch } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const needs = operation({ parameters: [{ name: 'id', in: 'query', required: true }] });
    expect((await errorOf(client.call(needs, {}))).message).toBe('films.list: parameter `id` is required');
  });
});

describe('a caller that gives up', () => {
  test('leaves the others alone', async () => {
    const held = gate();
    const { fetch, requests } = script(async () => held.opened.then(() => json({ items: [] })));
    const client = core({ fetch, shareReads: shareReads() });
    const { controller, listeners } = countedSignal();
    const first = errorOf(client.call(list, {}, { signal: controller.signal }));
    const second = client.call(list, {}).then((data) => data);
    await settle();
    controller.abort('enough');
    expect(await first).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    held.open();
    expect(await second).toEqual({ items: [] });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.signal.aborted).toBe(false);
    expect(listeners()).toBe(0);
  });

  test('ends the request if it is the last', async () => {
    let signal: AbortSignal | undefined;
    const fetch = (request: Request, init: { readonly signal: AbortSignal }): Promise<Response> => {
      signal = init.signal;
      return request.signal.aborted ? Promise.reject(new Error('late')) : new Promise(() => {});
    };
    const client = core({ fetch, shareReads: shareReads() });
    const stop = new AbortController();
    const errors = [
      errorOf(client.call(list, {}, { signal: stop.signal })),
      errorOf(client.call(list, {}, { totalTimeoutMs: 20 })),
    ];
    await settle();
    stop.abort();
    expect(await errors[0]).toBeInstanceOf(AbortedError);
    expect(signal?.aborted).toBe(false);
    expect(await errors[1]).toBeInstanceOf(TimeoutError);
    expect(signal?.aborted).toBe(true);
  });

  test('is not followed by one that comes after', async () => {
    const { fetch, requests } = script(() => new Promise<Response>(() => {}), json({ items: [] }));
    const client = core({ fetch, shareReads: shareReads() });
    const stop = new AbortController();
    const first = errorOf(client.call(list, {}, { signal: stop.signal }));
    await settle();
    stop.abort();
    await first;
    expect(await client.call(list, {})).toEqual({ items: [] });
    expect(requests).toHaveLength(2);
  });

  test('sends nothing if it has given up before', async () => {
    const { fetch, requests } = once();
    const client = core({ fetch, shareReads: shareReads() });
    expect(await errorOf(client.call(list, {}, { signal: AbortSignal.abort('no') }))).toMatchObject({ reason: 'no' });
    expect(requests).toHaveLength(0);
  });
});
