import { describe, expect, test } from 'vitest';
import { ApiError, createCore, QuotaError } from '@speccast/runtime/client';
import { dailyQuota } from '@speccast/runtime';
import { createTestCore, catchError, json, createOperation, scriptFetch, service, type Step } from '../support.js';

async function catchResponseError(step: Step): Promise<Error> {
  return catchError(createTestCore({ fetch: scriptFetch(step).fetch, retry: 0 }).call(createOperation(), {}));
}

describe('an unsuccessful response', () => {
  test('with a long body becomes an error with a part of it', async () => {
    expect(await catchResponseError(new Response('x'.repeat(1_000_000), { status: 400 }))).toMatchObject({
      body: 'x'.repeat(1000),
    });
  });

  test('with deeply nested JSON becomes an error with its status text', async () => {
    const body = '['.repeat(5000) + ']'.repeat(5000);
    const error = await catchResponseError(new Response(body, { status: 400, statusText: 'Bad Request' }));
    expect(error.message).toBe('films.list: 400: Bad Request');
  });

  test('with an endless body is read no further than needed', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array((pulled += 1) && 10_000).fill(120)),
    });
    expect(await catchResponseError(() => new Response(endless, { status: 500 }))).toMatchObject({ status: 500 });
    expect(pulled).toBeLessThan(20);
  });

  test('with a long hostile message is checked for a daily quota without delay', async () => {
    const perDay = [{ status: 429, reason: 'rateLimitExceeded', message: 'per day' }];
    const quota = dailyQuota('America/Los_Angeles', ['quotaExceeded'], perDay);
    const error = { message: 'per per da'.repeat(6000), errors: [{ reason: 'rateLimitExceeded' }] };
    const { fetch } = scriptFetch(json({ error }, { status: 429 }));
    const started = performance.now();
    const found = await catchError(createCore(service, { fetch, retry: 0 }, [quota]).call(createOperation(), {}));
    expect(found).not.toBeInstanceOf(QuotaError);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('ApiError.is', () => {
  const error: unknown = new ApiError('films.list', 'm', { status: 404, reason: 'filmNotFound' });

  test.each<[unknown, string[], boolean]>([
    [error, [], true],
    [error, ['filmNotFound'], true],
    [error, ['other', 'filmNotFound'], true],
    [error, ['other'], false],
    [new ApiError('x', 'm', { status: 500 }), ['other'], false],
    [new Error('filmNotFound'), [], false],
    ['ApiError', [], false],
    [{ name: 'ApiError', status: 404 }, [], false],
  ])('of %s with %j is %s', (value, [first, ...more], want) => {
    expect(first === undefined ? ApiError.is(value) : ApiError.is(value, first, ...more)).toBe(want);
  });

  test('narrows the reason', () => {
    if (!ApiError.is(error, 'filmNotFound', 'gone')) throw new Error('not narrowed');
    const reason: 'filmNotFound' | 'gone' = error.reason;
    expect(reason).toBe('filmNotFound');
  });
});
