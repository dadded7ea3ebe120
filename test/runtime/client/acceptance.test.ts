import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConnectionError } from '@speccast/runtime/client';
import type { Fetch, Middleware } from '@speccast/runtime/client';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  createTestClock,
  createWriteOperation,
} from './support.js';

/** Returns a `fetch` with a result that its type does not allow. */
function resolveWith(response: unknown): Fetch {
  // The wrong type is the subject of the tests.
  return async () => response as Response;
}

describe('the result of fetch or of a middleware', () => {
  test.each([undefined, null, 'text', { ok: true, status: 200, json: async () => ({}) }])(
    'fails the call at once if it is not a Response: %j',
    async (response) => {
      const want = { name: 'InvalidOptionError', message: 'Option `fetch` returned no `Response`' };
      expect(
        await catchError(createTestCore({ fetch: resolveWith(response) }).call(createOperation(), {})),
      ).toMatchObject(want);
    },
  );

  test('fails the call with an error that names the middleware', async () => {
    const { fetch } = scriptFetch(json({}));
    // The wrong type is the subject of this test.
    const middleware = [(async () => undefined) as unknown as Middleware];
    const want = { option: 'middleware', message: 'Option `middleware` returned no `Response`' };
    expect(await catchError(createTestCore({ fetch, middleware }).call(createOperation(), {}))).toMatchObject(want);
  });

  test('fails the call with advice if its body was read before', async () => {
    const client = createTestCore({ fetch: resolveWith(json({ a: 1 })) });
    expect(await client.call(createOperation(), {})).toEqual({ a: 1 });
    expect((await catchError(client.call(createOperation(), {}))).message).toBe(
      'Option `fetch` returned a `Response` that was already read: clone it',
    );
  });

  test('becomes an ApiError even if a middleware has read the body of the failure', async () => {
    const { fetch } = scriptFetch(json({ error: { message: 'no' } }, { status: 404 }));
    const middleware: readonly Middleware[] = [
      async (request, next) => {
        const response = await next(request);
        await response.text();
        return response;
      },
    ];
    expect(await catchError(createTestCore({ fetch, middleware }).call(createOperation(), {}))).toMatchObject({
      status: 404,
    });
  });

  test('has a URL without the key for a middleware', async () => {
    const seen: string[] = [];
    const fetch: Fetch = async ({ url }) => Object.defineProperty(json({}), 'url', { value: url, configurable: true });
    const middleware: readonly Middleware[] = [
      async (request, next) => {
        const response = await next(request);
        seen.push(inspect(response));
        return response;
      },
    ];
    await createTestCore({ fetch, middleware, apiKey: 'key-1234' }).call(createOperation({ auth: ['apiKey'] }), {});
    expect(seen).toEqual([expect.stringContaining("url: 'https://films.test/v3/films?key=[redacted]'")]);
  });
});

test('result() never rejects, whatever is thrown', async () => {
  const thrown: unknown = Object.create(null);
  const { fetch } = scriptFetch(() => Promise.reject(new Error('not reached')));
  const middleware: readonly Middleware[] = [() => Promise.reject(thrown)];
  const result = await createTestCore({ fetch, middleware }).call(createOperation(), {}).result();
  expect(result).toMatchObject({ ok: false, error: { message: 'The call failed' } });
  expect(!result.ok && result.error.cause).toBe(thrown);
});

test('a call rejects with the frozen error of a middleware', async () => {
  const frozen = Object.freeze(new ConnectionError('films.list', 'mine'));
  const middleware: readonly Middleware[] = [() => Promise.reject(frozen)];
  expect(
    await catchError(createTestCore({ fetch: scriptFetch().fetch, middleware, retry: 0 }).call(createOperation(), {})),
  ).toBe(frozen);
});

test.each<[number, boolean]>([
  [503, true],
  [403, false],
])('after a response with %i, requestMayHaveBeenProcessed of the last error is %j', async (status, want) => {
  const { fetch } = scriptFetch(json({}, { status }), json({}, { status: 404 }));
  const client = createTestCore({ fetch, clock: createTestClock(), retry: { shouldRetry: () => true, attempts: 2 } });
  const error = await catchError(client.call(createWriteOperation({ idempotent: true }), { body: {} }));
  expect(error).toMatchObject({ status: 404, requestMayHaveBeenProcessed: want });
});

test.each([
  [0.1, 50],
  [0.9, 450],
])('with the random number %d, the pause is %d ms of 500', async (random, pause) => {
  const clock = createTestClock(random);
  await createTestCore({ fetch: scriptFetch(json({}, { status: 503 }), json({})).fetch, clock }).call(
    createOperation(),
    {},
  );
  expect(clock.pauses).toEqual([pause]);
});

test('a clock whose sleep returns no promise causes no real pause', async () => {
  const { fetch } = scriptFetch(json({}, { status: 503, headers: { 'retry-after': '50' } }), json({ a: 1 }));
  // The wrong type is the subject of this test.
  const sleep = (() => undefined) as unknown as () => Promise<void>;
  expect(await createTestCore({ fetch, clock: { sleep } }).call(createOperation(), {})).toEqual({ a: 1 });
});

test('calls that share a signal share one listener, and all end with the signal', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = createTestCore({ fetch: () => new Promise(() => undefined) });
  const calls = Array.from({ length: 20 }, () => client.call(createOperation(), {}, { signal }).result());
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  controller.abort('over');
  const want = { ok: false, error: { name: 'AbortedError', reason: 'over' } };
  expect(await Promise.all(calls)).toMatchObject(calls.map(() => want));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test.each(['data', 'response'])('a header that repeats the token is redacted in the response of %s', async (form) => {
  const fetch: Fetch = async ({ headers }) => json({}, { headers: { 'x-echo': String(headers.get('x-key')) } });
  const call = createTestCore({ fetch, apiKey: 'key-1234' }).call(createOperation({ auth: ['headerKey'] }), {});
  const response = form === 'data' ? (await call.withResponse()).response : await call.asResponse();
  expect(response.headers.get('x-echo')).toBe('[redacted]');
  expect(inspect(response, { showHidden: true, depth: 20 })).not.toContain('key-1234');
});
