import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '@speccast/runtime/client';
import type { Fetch, Middleware } from '@speccast/runtime/client';
import { core, errorOf, json, operation, script, testClock, writeOperation } from './support.js';

/** A fetch of somebody who does not heed types. */
function careless(answer: unknown): Fetch {
  // The mistake is what is tested.
  return async () => answer as Response;
}

describe('what fetch or a middleware gives', () => {
  test.each([undefined, null, 'text', { ok: true, status: 200, json: async () => ({}) }])(
    'fails the call at once where it is no response: %j',
    async (answer) => {
      const want = { name: 'InvalidOptionError', message: 'Option `fetch` returned no `Response`' };
      expect(await errorOf(core({ fetch: careless(answer) }).call(operation(), {}))).toMatchObject(want);
    },
  );

  test('names the middleware where there is one', async () => {
    const { fetch } = script(json({}));
    // The mistake is what is tested.
    const middleware = [(async () => undefined) as unknown as Middleware];
    const want = { option: 'middleware', message: 'Option `middleware` returned no `Response`' };
    expect(await errorOf(core({ fetch, middleware }).call(operation(), {}))).toMatchObject(want);
  });

  test('fails the call with advice where the body was read already', async () => {
    const client = core({ fetch: careless(json({ a: 1 })) });
    expect(await client.call(operation(), {})).toEqual({ a: 1 });
    expect((await errorOf(client.call(operation(), {}))).message).toBe(
      'Option `fetch` returned a `Response` that was already read: clone it',
    );
  });

  test('is still an ApiError where a middleware has read the body of a failure', async () => {
    const { fetch } = script(json({ error: { message: 'no' } }, { status: 404 }));
    const middleware: readonly Middleware[] = [
      async (request, next) => {
        const response = await next(request);
        await response.text();
        return response;
      },
    ];
    expect(await errorOf(core({ fetch, middleware }).call(operation(), {}))).toMatchObject({ status: 404 });
  });

  test('shows a middleware no key in its address', async () => {
    const seen: string[] = [];
    const fetch: Fetch = async ({ url }) => Object.defineProperty(json({}), 'url', { value: url, configurable: true });
    const middleware: readonly Middleware[] = [
      async (request, next) => {
        const response = await next(request);
        seen.push(inspect(response));
        return response;
      },
    ];
    await core({ fetch, middleware, apiKey: 'key-1234' }).call(operation({ auth: ['apiKey'] }), {});
    expect(seen).toEqual([expect.stringContaining("url: 'https://films.test/v3/films?key=[redacted]'")]);
  });
});

test('a result never rejects, whatever is thrown', async () => {
  const thrown: unknown = Object.create(null);
  const { fetch } = script(() => Promise.reject(new Error('not reached')));
  const middleware: readonly Middleware[] = [() => Promise.reject(thrown)];
  const result = await core({ fetch, middleware }).call(operation(), {}).result();
  expect(result).toMatchObject({ ok: false, error: { message: 'The call failed' } });
  expect(!result.ok && result.error.cause).toBe(thrown);
});

test('an error that a middleware has frozen is what the call fails with', async () => {
  const frozen = Object.freeze(new ConnectionError('films.list', 'mine'));
  const middleware: readonly Middleware[] = [() => Promise.reject(frozen)];
  expect(await errorOf(core({ fetch: script().fetch, middleware, retry: 0 }).call(operation(), {}))).toBe(frozen);
});

test.each<[number, boolean]>([
  [503, true],
  [403, false],
])('a error after a response with %i: the first request may have been processed is %j', async (status, want) => {
  const { fetch } = script(json({}, { status }), json({}, { status: 404 }));
  const client = core({ fetch, clock: testClock(), retry: { shouldRetry: () => true, attempts: 2 } });
  const error = await errorOf(client.call(writeOperation({ idempotent: true }), { body: {} }));
  expect(error).toMatchObject({ status: 404, requestMayHaveBeenProcessed: want });
});

test.each([
  [0.1, 50],
  [0.9, 450],
])('a clock that draws %d pauses for %d ms of 500', async (random, pause) => {
  const clock = testClock(random);
  await core({ fetch: script(json({}, { status: 503 }), json({})).fetch, clock }).call(operation(), {});
  expect(clock.pauses).toEqual([pause]);
});

test('a clock whose sleep gives no promise is not followed by a real pause', async () => {
  const { fetch } = script(json({}, { status: 503, headers: { 'retry-after': '50' } }), json({ a: 1 }));
  // The mistake is what is tested.
  const sleep = (() => undefined) as unknown as () => Promise<void>;
  expect(await core({ fetch, clock: { sleep } }).call(operation(), {})).toEqual({ a: 1 });
});

test('calls that share a signal share its one listener, and all of them end with it', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = core({ fetch: () => new Promise(() => undefined) });
  const calls = Array.from({ length: 20 }, () => client.call(operation(), {}, { signal }).result());
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  controller.abort('over');
  const want = { ok: false, error: { name: 'AbortedError', reason: 'over' } };
  expect(await Promise.all(calls)).toMatchObject(calls.map(() => want));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test.each(['data', 'response'])(
  'a header that echoes the token is redacted in the response beside %s',
  async (form) => {
    const fetch: Fetch = async ({ headers }) => json({}, { headers: { 'x-echo': String(headers.get('x-key')) } });
    const call = core({ fetch, apiKey: 'key-1234' }).call(operation({ auth: ['headerKey'] }), {});
    const response = form === 'data' ? (await call.withResponse()).response : await call.asResponse();
    expect(response.headers.get('x-echo')).toBe('[redacted]');
    expect(inspect(response, { showHidden: true, depth: 20 })).not.toContain('key-1234');
  },
);
