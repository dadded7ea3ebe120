import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer, InvalidOptionError } from '@speccast/runtime/client';
import type { ClientOptions } from '@speccast/runtime/client';
import { declaredResponses, memoryStore, revalidate } from '@speccast/runtime';
import type { EtagStore, StoredResponse } from '@speccast/runtime';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  type AnyParams,
  type Script,
} from '../support.js';
import { list } from './support.js';

/** Creates a service whose response has an ETag, and which responds with 304 if it is sent back. */
function createTaggedService(tag: string = '"1"', headers: Record<string, string> = {}): Script {
  let version = 0;
  return scriptFetch((request) => {
    version += 1;
    if (request.headers.get('if-none-match') === tag)
      return new Response(null, { status: 304, headers: { etag: tag } });
    return json({ version }, { headers: { etag: tag, ...headers } });
  });
}

function createReader(service: Script, options: ClientOptions = { cache: revalidate() }, params: AnyParams = {}) {
  const client = createTestCore({ fetch: service.fetch, ...options });
  return async () => client.call(list, params).withResponse();
}

/** Creates a store like that of a user. */
function createStore(): EtagStore & { readonly entries: Map<string, StoredResponse> } {
  const entries = new Map<string, StoredResponse>();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, response) => void entries.set(key, response),
    delete: async (key) => void entries.delete(key),
  };
}

const listConditions = ({ requests }: Script): readonly (string | null)[] =>
  requests.map((request) => request.headers.get('if-none-match'));

describe('revalidate', () => {
  test('returns a copy of the data to each caller', async () => {
    const read = createReader(createTaggedService());
    await read();
    const [one, other] = [await read(), await read()];
    Object.assign(Object(one.data), { version: 'changed' });
    expect(other.data).toEqual({ version: 1 });
  });

  test('stores only JSON', async () => {
    const text = createOperation({
      receive: declaredResponses,
      responses: [{ status: '200', contents: [{ mediaType: 'text/plain', kind: 'text' }] }],
    });
    const service = scriptFetch((request) =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304 })
        : new Response('a', { headers: { etag: '"1"', 'content-type': 'text/plain' } }),
    );
    const client = createTestCore({ fetch: service.fetch, cache: revalidate() });
    expect([await client.call(text, {}), await client.call(text, {})]).toEqual(['a', 'a']);
    expect(listConditions(service)).toEqual([null, null]);
  });

  test('does not change a condition of a middleware', async () => {
    const service = createTaggedService();
    const cache = revalidate();
    await createReader(service, { cache })();
    const readAgain = createReader(service, {
      cache,
      middleware: [
        (request, next) => {
          request.headers.set('if-none-match', '"0"');
          return next(request);
        },
      ],
    });
    expect((await readAgain()).data).toEqual({ version: 2 });
    expect(listConditions(service)).toEqual([null, '"0"']);
  });

  test('repeats the request without a condition if the stored response is damaged', async () => {
    const kept = createStore();
    const service = createTaggedService();
    const read = createReader(service, { cache: revalidate({ store: kept, scope: 'ann' }) });
    await read();
    for (const [key, entry] of kept.entries) kept.entries.set(key, { ...entry, body: '{"ver' });
    expect((await read()).data).toEqual({ version: 3 });
    expect(listConditions(service)).toEqual([null, '"1"', null]);
  });
});

describe('the user of stored responses', () => {
  const secured = { ...list, auth: ['oauth2', 'apiKey'] };

  test('has to be named if there is a store', () => {
    expect(() => revalidate({ store: createStore() })).toThrow(InvalidOptionError);
    expect(() => revalidate({ store: createStore(), scope: '' })).toThrow(
      'Option `scope` is required with `store`: the name of the user whose responses are stored',
    );
  });

  test('can be named by several processes, which share the responses', async () => {
    const kept = createStore();
    const service = createTaggedService();
    for (const token of ['token-one', 'token-two']) {
      const client = createTestCore({
        fetch: service.fetch,
        auth: bearer(token),
        cache: revalidate({ store: kept, scope: 'ann' }),
      });
      expect(await client.call(secured, {})).toEqual({ version: 1 });
    }
    expect(listConditions(service)).toEqual([null, '"1"']);
  });

  test('is the first credential with a name; responses for others are not stored', async () => {
    const kept = createStore();
    const service = createTaggedService();
    const ann = createTestCore({
      fetch: service.fetch,
      auth: bearer('token-of-ann'),
      cache: revalidate({ store: kept, scope: 'ann' }),
    });
    await ann.call(secured, {});
    await ann.with({ auth: bearer('token-of-bob') }).call(secured, {});
    await ann.call(secured, {});
    expect(listConditions(service)).toEqual([null, null, '"1"']);
    expect([...kept.entries.keys()]).toEqual(['ann bearer GET https://films.test/v3/films']);
  });

  test('is stored without secrets: keys, entries and the cache contain none', async () => {
    const kept = createStore();
    const service = createTaggedService();
    const cache = revalidate({ store: kept, scope: 'ann' });
    const baseUrl = 'https://films.test/v3?key=secret-in-base';
    const both = [bearer('secret-token'), apiKey('secret-key')];
    await createTestCore({ fetch: service.fetch, auth: both, cache }).call(secured, {});
    await createTestCore({ fetch: service.fetch, auth: both, cache, baseUrl }).call(secured, {});
    await createTestCore({
      fetch: scriptFetch(json({ you: 'secret-token' }, { headers: { etag: '"1"' } })).fetch,
      auth: both,
      cache,
    }).call(secured, { part: ['echo'] });
    const printed = [inspect(cache, { depth: 9 }), JSON.stringify(cache), JSON.stringify([...kept.entries])].join();
    expect(kept.entries.size).toBe(1);
    expect(printed).not.toContain('secret');
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
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as a store written in JavaScript may return
    {
      what: 'that returns an invalid entry',
      changes: { get: async () => ({ etag: 'a\nb', body: 1 }) as unknown as StoredResponse },
    },
  ];
  test.each(failures)('$what does not fail calls, and is logged', async ({ changes }) => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const logger = { debug: () => {}, info: log, warn: log, error: log };
    const cache = revalidate({ store: { ...createStore(), ...changes }, scope: 'ann' });
    const read = createReader(createTaggedService(), { cache, logger });
    expect((await read()).data).toEqual({ version: 1 });
    await read();
    expect(lines[0]).toMatch(/^films\.list: the store of `cache` failed: /);
  });

  test('that does not respond does not delay an aborted call', async () => {
    const cache = revalidate({ store: { ...createStore(), get: () => new Promise(() => {}) }, scope: 'ann' });
    const controller = new AbortController();
    const client = createTestCore({ fetch: createTaggedService().fetch, cache });
    const failed = catchError(client.call(list, {}, { signal: controller.signal }));
    await Promise.resolve();
    controller.abort('enough');
    expect(await failed).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('in memory keeps the entries that were used last', async () => {
    const kept = memoryStore({ maxEntries: 2 });
    const response = { etag: '"1"', body: '{}', headers: {} };
    await kept.set('a', response);
    await kept.set('b', response);
    await kept.get('a');
    await kept.set('c', response);
    expect(['a', 'b', 'c'].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true]);
  });

  test('in memory keeps at most its size', async () => {
    const kept = memoryStore({ maxSize: 100 });
    const response = (length: number): StoredResponse => ({ etag: '"1"', body: 'x'.repeat(length), headers: {} });
    await kept.set('a', response(40));
    await kept.set('b', response(40));
    await kept.set('a', response(45));
    await kept.set('c', response(200));
    expect(['a', 'b', 'c'].map((key) => kept.get(key) !== undefined)).toEqual([true, true, false]);
    await kept.set('d', response(60));
    expect(['a', 'b', 'd'].map((key) => kept.get(key) !== undefined)).toEqual([false, false, true]);
  });
});
