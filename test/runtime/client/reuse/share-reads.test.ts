import { describe, expect, test } from 'vitest';
import { AbortedError, TimeoutError } from '@speccast/runtime/client';
import { shareReads } from '@speccast/runtime';
import { core, errorOf, json, script } from '../support.js';
import { countedSignal, gate, list, settle } from './support.js';

const once = (body: unknown = { items: [{ id: 'a' }] }) => script(async () => json(body));

describe('shareReads', () => {
  test('gives each caller data of its own', async () => {
    const { fetch } = once();
    const client = core({ fetch, shareReads: shareReads() });
    const [one, other] = await Promise.all([client.call(list, {}), client.call(list, {})]);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    Object.assign(Object(one), { items: 'changed' });
    expect(other).toEqual({ items: [{ id: 'a' }] });
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
