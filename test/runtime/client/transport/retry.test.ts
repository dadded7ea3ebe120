import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError, createCore } from '@speccast/runtime/client';
import type { RetryOptions } from '@speccast/runtime/client';
import type { HttpMethod, Service } from '@speccast/runtime';
import { core, errorOf, json, operation, script, service, testClock, writeOperation, type Step } from '../support.js';

const busy = (headers: Record<string, string> = {}): Response => json({}, { status: 503, headers });

function refusedConnection(code = 'ECONNREFUSED'): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) });
}

async function run(steps: readonly Step[], retry?: number | false | RetryOptions, method: HttpMethod = 'GET') {
  const clock = testClock();
  const { fetch, requests } = script(...steps);
  const result = await core({ fetch, clock }).call(operation({ method }), {}, { retry }).result();
  return { result, pauses: clock.pauses, attempts: requests.length };
}

describe('a call that fails', () => {
  test.each([408, 429, 500, 502, 503, 504])('with %i is repeated', async (status) => {
    const { result, attempts } = await run([json({}, { status }), json({ a: 1 })]);
    expect([result, attempts]).toMatchObject([{ ok: true, data: { a: 1 } }, 2]);
  });

  test.each([400, 401, 403, 404, 405, 409, 413, 501])('with %i is not repeated', async (status) => {
    const { result, attempts } = await run([json({}, { status })]);
    expect([result.ok, attempts]).toEqual([false, 1]);
  });

  test('for good is sent three times, with pauses that grow below their limit', async () => {
    const { result, attempts, pauses } = await run([busy()]);
    expect([result.ok, attempts, pauses]).toEqual([false, 3, [250, 500]]);
  });

  test.each<[number | false | RetryOptions, number, readonly number[]]>([
    [0, 1, []],
    [false, 1, []],
    [1, 2, [250]],
    [{ attempts: 2 }, 2, [250]],
    [{ attempts: 6, baseDelayMs: 1000, maxDelayMs: 3000 }, 6, [500, 1000, 1500, 1500, 1500]],
  ])('with retry %j is sent %i times', async (retry, wantAttempts, wantPauses) => {
    const { attempts, pauses } = await run([busy()], retry);
    expect([attempts, pauses]).toEqual([wantAttempts, wantPauses]);
  });

  test.each<[string, readonly number[]]>([
    ['3', [3000]],
    ['0', [0]],
    ['60', [60_000]],
    [new Date(1_005_000).toUTCString(), [5000]],
    [new Date(0).toUTCString(), [0]],
    ['-5', [250]],
    ['1.5', [250]],
    ['soon', [250]],
    ['2026', [2_026_000]],
    ['', [250]],
  ])('with Retry-After %j pauses as asked', async (text, want) => {
    const { pauses } = await run([busy({ 'retry-after': text }), json({})], { maxRetryAfterMs: 3_000_000 });
    expect(pauses).toEqual(want);
  });

  test.each([61, 9_999_999_999])('with Retry-After %i fails at once and says how long to wait', async (seconds) => {
    const { result, attempts } = await run([busy({ 'retry-after': String(seconds) })]);
    expect([result, attempts]).toMatchObject([{ ok: false, error: { status: 503, retryAfterMs: seconds * 1000 } }, 1]);
  });

  test.each<[HttpMethod, number]>([
    ['GET', 2],
    ['HEAD', 2],
    ['OPTIONS', 2],
    ['POST', 1],
    ['PUT', 1],
    ['PATCH', 1],
    ['DELETE', 1],
  ])('as %s after a lost connection is sent %i times', async (method, want) => {
    const { attempts } = await run([refusedConnection('ECONNRESET'), json({})], undefined, method);
    expect(attempts).toBe(want);
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
    'as a write is repeated where no connection was made (%s)',
    async (code) => {
      const { fetch, requests } = script(refusedConnection(code), json({ a: 1 }));
      const answer = await core({ fetch, clock: testClock() }).call(writeOperation(), { body: { b: 2 } });
      expect([answer, await requests[1]?.text()]).toEqual([{ a: 1 }, '{"b":2}']);
    },
  );

  test('as a write is not repeated where only one of several codes says that no connection was made', async () => {
    const mixed = Object.assign(new Error('reset', { cause: refusedConnection() }), { code: 'ECONNRESET' });
    const { fetch, requests } = script(mixed);
    const error = await errorOf(core({ fetch, clock: testClock() }).call(writeOperation(), { body: {} }));
    expect(error).toMatchObject({ name: 'ConnectionError', requestMayHaveBeenProcessed: true });
    expect(requests).toHaveLength(1);
  });

  test('with a stream as its body is never repeated', async () => {
    const { fetch, requests } = script(refusedConnection());
    const upload = operation({ method: 'POST', media: { mediaTypes: ['*/*'] } });
    const error = await errorOf(core({ fetch, clock: testClock() }).call(upload, { media: new Blob(['x']).stream() }));
    expect(error).toMatchObject({ name: 'ConnectionError', requestMayHaveBeenProcessed: false });
    expect(requests).toHaveLength(1);
  });

  test('in the middle of the body is repeated', async () => {
    const breaking = (): Response =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('premature close')) }));
    const { result, attempts } = await run([breaking, json({ a: 1 })]);
    expect([result, attempts]).toMatchObject([{ ok: true, data: { a: 1 } }, 2]);
  });

  test('with broken JSON is not repeated: the service would response the same', async () => {
    const { attempts } = await run([new Response('{')]);
    expect(attempts).toBe(1);
  });

  test('for want of a network says what happened', async () => {
    const { result } = await run([refusedConnection()], 0);
    const error = result.ok ? undefined : result.error;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: 'films.list: no response: fetch failed (ECONNREFUSED)',
      requestMayHaveBeenProcessed: false,
      cause: { name: 'TypeError', message: 'fetch failed', cause: { message: 'connect', code: 'ECONNREFUSED' } },
    });
  });
});

describe('the reason of an error', () => {
  const refused = (status: number, reason: string): Response => json({ error: { errors: [{ reason }] } }, { status });
  const reasoned = { ...service, retryReasons: ['rateLimitExceeded'], finalReasons: ['quotaExceeded'] };

  async function attemptsOf(of: Service, ...answers: readonly Response[]): Promise<number> {
    const { fetch, requests } = script(...answers, json({}));
    await createCore(of, { fetch, clock: testClock() }).call(operation(), {}).result();
    return requests.length;
  }

  test.each<[number, string, number]>([
    [403, 'rateLimitExceeded', 2],
    [403, 'forbidden', 1],
    [403, 'quotaExceeded', 1],
    [429, 'quotaExceeded', 1],
    [503, 'quotaExceeded', 1],
    [429, 'userRateLimitExceeded', 2],
  ])('decides after %i %s, where the spec speaks of it', async (status, reason, want) => {
    expect(await attemptsOf(reasoned, refused(status, reason))).toBe(want);
  });

  test.each<[number, string, number]>([
    [403, 'rateLimitExceeded', 1],
    [503, 'quotaExceeded', 2],
  ])('does not count after %i %s, where the spec is silent', async (status, reason, want) => {
    expect(await attemptsOf(service, refused(status, reason))).toBe(want);
  });
});

describe('a write', () => {
  test.each<[string, Step]>([
    ['a failure of the service', busy()],
    ['a lost connection', refusedConnection('ECONNRESET')],
    ['a pipe that broke', refusedConnection('EPIPE')],
  ])('that the spec calls idempotent is repeated after %s, any other is not', async (_, step) => {
    const counts = [true, false].map(async (idempotent) => {
      const { fetch, requests } = script(step, json({}));
      await core({ fetch, clock: testClock() }).call(writeOperation({ idempotent }), { body: {} }).result();
      return requests.length;
    });
    expect(await Promise.all(counts)).toEqual([2, 1]);
  });

  test.each<readonly [method: string, reads: boolean, want: number]>([
    ['POST', true, 2],
    ['GET', false, 1],
  ])('is what the spec says: %s, which reads: %s', async (method, reads, want) => {
    const { fetch, requests } = script(busy(), json({}));
    await core({ fetch, clock: testClock() }).call(operation({ method, reads }), {}).result();
    expect(requests).toHaveLength(want);
  });

  test('that is idempotent is not repeated when its body can be read only once', async () => {
    const { fetch, requests } = script(busy(), json({}));
    const upload = operation({ method: 'PUT', idempotent: true, media: { mediaTypes: ['*/*'] } });
    await core({ fetch, clock: testClock() })
      .call(upload, { media: new Blob(['x']).stream() })
      .result();
    expect(requests).toHaveLength(1);
  });
});

describe('shouldRetry', () => {
  async function attemptsOf(
    step: Step,
    shouldRetry: RetryOptions['shouldRetry'],
    params: object = { body: {} },
  ): Promise<number> {
    const { fetch, requests } = script(step);
    const write = writeOperation({ media: { mediaTypes: ['*/*'] }, bodyRequired: false });
    await core({ fetch, clock: testClock(), retry: { shouldRetry } })
      .call(write, { ...params })
      .result();
    return requests.length;
  }

  test.each<[boolean | undefined, Step, number]>([
    [true, json({}, { status: 409 }), 3],
    [true, refusedConnection('ECONNRESET'), 3],
    [false, refusedConnection('ECONNREFUSED'), 1],
    [undefined, refusedConnection('ECONNREFUSED'), 3],
    [undefined, json({}, { status: 409 }), 1],
  ])('that responses %s decides', async (answer, step, want) => {
    expect(await attemptsOf(step, () => answer)).toBe(want);
  });

  test('is told the error, the operation and the attempt, of all but the last', async () => {
    const told: unknown[] = [];
    await attemptsOf(json({}, { status: 409 }), (error, context) => {
      told.push([ApiError.is(error) && error.status, context]);
      return true;
    });
    expect(told).toEqual([
      [409, { operation: 'films.insert', attempt: 1 }],
      [409, { operation: 'films.insert', attempt: 2 }],
    ]);
  });

  test('cannot have a body sent again that can be read only once', async () => {
    const media = new Blob(['x']).stream();
    expect(await attemptsOf(busy(), () => true, { media })).toBe(1);
  });
});
