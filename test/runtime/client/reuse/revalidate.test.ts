import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer, InvalidOptionError } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { declaredResponses, memoryStore, revalidate } from '@speccast/runtime';
import type { EtagStore, StoredAnswer } from '@speccast/runtime';
import { core, errorOf, json, operation, script, type AnyParams, type Script } from '../support.js';
import { list } from './support.js';

/** A service whose response has an ETag, and that says so when it still holds. */
function tagged(tag: string = '"1"', headers: Record<string, string> = {}): Script {
  let version = 0;
  return script((request) => {
    version += 1;
    if (request.headers.get('if-none-match') === tag)
      return new Response(null, { status: 304, headers: { etag: tag } });
    return json({ version }, { headers: { etag: tag, ...headers } });
  });
}

function reader(service: Script, options: ClientOptions = { cache: revalidate() }, params: AnyParams = {}) {
  const client = core({ fetch: service.fetch, ...options });
  return async () => client.call(list, params).withResponse();
}

/** A store as a user would write it. */
function store(): EtagStore & { readonly entries: Map<string, StoredAnswer> } {
  const entries = new Map<string, StoredAnswer>();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, answer) => void entries.set(key, answer),
    delete: async (key) => void entries.delete(key),
  };
}

const conditions = ({ requests }: Script): readonly (string | null)[] =>
  requests.map((request) => request.headers.get('if-none-match'));

describe('revalidate', () => {
  test('gives each caller data of its own', async () => {
    const read = reader(tagged());
    await read();
    const [one, other] = [await read(), await read()];
    Object.assign(Object(one.data), { version: 'changed' });
    expect(other.data).toEqual({ version: 1 });
  });

  test('keeps nothing that is no JSON', async () => {
    const text = operation({
      receive: declaredResponses,
      responses: [{ status: '200', contents: [{ mediaType: 'text/plain', kind: 'text' }] }],
    });
    const service = script((request) =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304 })
        : new Response('a', { headers: { etag: '"1"', 'content-type': 'text/plain' } }),
    );
    const client = core({ fetch: service.fetch, cache: revalidate() });
    expect([await client.call(text, {}), await client.call(text, {})]).toEqual(['a', 'a']);
    expect(conditions(service)).toEqual([null, null]);
  });

  test('leaves a condition that a middleware sets alone', async () => {
    const service = tagged();
    const cache = revalidate();
    await reader(service, { cache })();
    const ask = reader(service, {
      cache,
      middleware: [
        (request, next) => {
          request.headers.set('if-none-match', '"0"');
          return next(request);
        },
      ],
    });
    expect((await ask()).data).toEqual({ version: 2 });
    expect(conditions(service)).toEqual([null, '"0"']);
  });

  test('asks again without a condition where what was kept is broken', async () => {
    const kept = store();
    const service = tagged();
    const read = reader(service, { cache: revalidate({ store: kept, scope: 'ann' }) });
    await read();
    for (const [key, entry] of kept.entries) kept.entries.set(key, { ...entry, body: '{"ver' });
    expect((await read()).data).toEqual({ version: 3 });
    expect(conditions(service)).toEqual([null, '"1"', null]);
  });
});

describe('whose responses are kept', () => {
  const secured = { ...list, auth: ['oauth2', 'apiKey'] };

  test('has to be named beside a store', () => {
    expect(() => revalidate({ store: store() })).toThrow(InvalidOptionError);
    expect(() => revalidate({ store: store(), scope: '' })).toThrow(
      'Option `scope` is required with `store`: the name of the user whose responses are stored',
    );
  });

  test('holds for another process that names the same user', async () => {
    const kept = store();
    const service = tagged();
    for (const token of ['token-one', 'token-two']) {
      const client = core({
        fetch: service.fetch,
        auth: bearer(token),
        cache: revalidate({ store: kept, scope: 'ann' }),
      });
      expect(await client.call(secured, {})).toEqual({ version: 1 });
    }
    expect(conditions(service)).toEqual([null, '"1"']);
  });

  test('is the first credential under a name, and no other', async () => {
    const kept = store();
    const service = tagged();
    const ann = core({
      fetch: service.fetch,
      auth: bearer('token-of-ann'),
      cache: revalidate({ store: kept, scope: 'ann' }),
    });
    await ann.call(secured, {});
    await ann.with({ auth: bearer('token-of-bob') }).call(secured, {});
    await ann.call(secured, {});
    expect(conditions(service)).toEqual([null, null, '"1"']);
    expect([...kept.entries.keys()]).toEqual(['ann bearer GET https://films.test/v3/films']);
  });

  test('shows in no secret: neither keys nor entries nor the cache hold one', async () => {
    const kept = store();
    const service = tagged();
    const cache = revalidate({ store: kept, scope: 'ann' });
    const baseUrl = 'https://films.test/v3?key=secret-in-base';
    const both = [bearer('secret-token'), apiKey('secret-key')];
    await core({ fetch: service.fetch, auth: both, cache }).call(secured, {});
    await core({ fetch: service.fetch, auth: both, cache, baseUrl }).call(secured, {});
    await core({
      fetch: script(json({ you: 'secret-token' }, { headers: { etag: '"1"' } })).fetch,
      auth: both,
      cache,
    }).call(secured, { part: ['echo'] });
    const shown = [inspect(cache, { depth: 9 }), JSON.stringify(cache), JSON.stringify([...kept.entries])].join();
    expect(kept.entries.size).toBe(1);
    expect(shown).not.toContain('secret');
  });
});

describe('a store', () => {
  const failures: readonly { readonly what: string; readonly changes: Partial<EtagStore> }[] = [
    {
      what: 'that throws',
      changes: {
        get: () => {
          throw new Error('broken');
        },
      },
    },
    { what: 'that rejects', changes: { get: async () => Promise.reject(new Error('broken')) } },
    { what: 'that cannot write', changes: { set: async () => Promise.reject(new Error('broken')) } },
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what a store written in JavaScript may give
    {
      what: 'that gives something else',
      changes: { get: async () => ({ etag: 'a\nb', body: 1 }) as unknown as StoredAnswer },
    },
  ];
  test.each(failures)('$what fails no call and is logged', async ({ changes }) => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const logger = { debug: () => {}, info: log, warn: log, error: log };
    const cache = revalidate({ store: { ...store(), ...changes }, scope: 'ann' });
    const read = reader(tagged(), { cache, logger });
    expect((await read()).data).toEqual({ version: 1 });
    await read();
    expect(lines[0]).toMatch(/^films\.list: the store of `cache` failed: /);
  });

  test('that does not response is not waited for by a call that is aborted', async () => {
    const cache = revalidate({ store: { ...store(), get: () => new Promise(() => {}) }, scope: 'ann' });
    const controller = new AbortController();
    const client = core({ fetch: tagged().fetch, cache });
    const failed = errorOf(client.call(list, {}, { signal: controller.signal }));
    await Promise.resolve();
    controller.abort('enough');
    expect(await failed).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('in memory keeps those that were used last', async () => {
    const kept = memoryStore({ maxEntries: 2 });
    const answer = { etag: '"1"', body: '{}', headers: {} };
    await kept.set('a', answer);
    await kept.set('b', answer);
    await kept.get('a');
    await kept.set('c', answer);
    expect(['a', 'b', 'c'].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true]);
  });

  test('in memory keeps no more than it may hold', async () => {
    const kept = memoryStore({ maxSize: 100 });
    const answer = (length: number): StoredAnswer => ({ etag: '"1"', body: 'x'.repeat(length), headers: {} });
    await kept.set('a', answer(40));
    await kept.set('b', answer(40));
    await kept.set('a', answer(45));
    await kept.set('c', answer(200));
    expect(['a', 'b', 'c'].map((key) => kept.get(key) !== undefined)).toEqual([true, true, false]);
    await kept.set('d', answer(60));
    expect(['a', 'b', 'd'].map((key) => kept.get(key) !== undefined)).toEqual([false, false, true]);
  });
});
