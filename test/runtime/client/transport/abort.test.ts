import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { AbortedError } from '@speccast/runtime/client';
import { download } from '@speccast/runtime';
import { createTestCore, catchError, json, createOperation, scriptFetch, createTestClock } from '../support.js';
import { stopTimers } from './fake-timers.js';

const never = (): Promise<never> => new Promise(() => undefined);
const reason = new Error('user left');

/** Returns a signal that aborts just after a call with it has begun. */
function createSoonAborted(): AbortSignal {
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  return controller.signal;
}

describe('an abort ends a call at once, with its reason', () => {
  const expectAborted = (error: Error): void => {
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({
      name: 'AbortedError',
      message: 'films.list: aborted by its signal',
      reason,
      operation: 'films.list',
    });
  };

  test('in the pause before a retry, with the real clock', async () => {
    const { fetch } = scriptFetch(json({}, { status: 503, headers: { 'retry-after': '50' } }));
    expectAborted(
      await catchError(createTestCore({ fetch }).call(createOperation(), {}, { signal: createSoonAborted() })),
    );
  });

  test('in a middleware that ignores the signal', async () => {
    expectAborted(
      await catchError(
        createTestCore({ middleware: [never] }).call(createOperation(), {}, { signal: createSoonAborted() }),
      ),
    );
  });
});

describe('a signal shared by many calls', () => {
  test('has no listeners after the calls', async () => {
    const { signal } = new AbortController();
    let count = 0;
    const fetch = async (): Promise<Response> => {
      count += 1;
      if (count % 5 === 0) throw new TypeError('fetch failed');
      return json({}, { status: count % 3 === 0 ? 404 : 200 });
    };
    const client = createTestCore({ fetch, retry: 0, totalTimeoutMs: 60_000 });
    for (let round = 0; round < 100; round += 1) {
      await client.call(createOperation(), {}, { signal }).result();
      await download(client, createOperation(), {}, { signal })
        .bytes()
        .catch(() => undefined);
      const stream = await download(client, createOperation(), {}, { signal })
        .stream()
        .catch(() => undefined);
      await stream?.cancel();
    }
    expect(count).toBe(300);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('has a listener while a stream is open', async () => {
    const { signal } = new AbortController();
    const stream = await download(
      createTestCore({ fetch: scriptFetch(json({})).fetch }),
      createOperation(),
      {},
      { signal },
    ).stream();
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await new Response(stream).text();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a timeout', () => {
  test('leaves no timer after the call', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    const client = createTestCore({
      fetch: scriptFetch(json({})).fetch,
      timeoutMs: 60_000,
      totalTimeoutMs: 60_000,
      retry: 0,
    });
    for (let round = 0; round < 10; round += 1) {
      await client.call(createOperation(), {});
      await download(client, createOperation(), {}).bytes();
    }
    expect(timers()).toBeLessThan(before + 5);
  });

  test('of an attempt fails the attempt, which is repeated', async () => {
    const { fetch, requests } = scriptFetch(never, json({ a: 1 }));
    expect(await createTestCore({ fetch, clock: createTestClock(), timeoutMs: 5 }).call(createOperation(), {})).toEqual(
      { a: 1 },
    );
    expect(requests).toHaveLength(2);
  });

  test('of an attempt does not cut off a download', async () => {
    stopTimers();
    const slow = (): Response => {
      let count = 0;
      return new Response(
        new ReadableStream({
          async pull(controller) {
            await vi.advanceTimersByTimeAsync(30);
            if ((count += 1) === 2) controller.close();
            else controller.enqueue(new Uint8Array([65]));
          },
        }),
      );
    };
    expect(
      await download(createTestCore({ fetch: scriptFetch(slow).fetch, timeoutMs: 20 }), createOperation(), {}).text(),
    ).toBe('A');
  });

  test('of the whole call includes pauses', async () => {
    const { fetch } = scriptFetch(json({}, { status: 503, headers: { 'retry-after': '50' } }));
    const error = await catchError(createTestCore({ fetch }).call(createOperation(), {}, { totalTimeoutMs: 5 }));
    expect(error).toMatchObject({
      name: 'TimeoutError',
      message: 'films.list: timed out after 5 ms (totalTimeoutMs)',
      of: 'call',
    });
  });

  test('of the whole call is not repeated', async () => {
    const { fetch, requests } = scriptFetch(never);
    await catchError(createTestCore({ fetch, totalTimeoutMs: 5 }).call(createOperation(), {}));
    expect(requests).toHaveLength(1);
  });

  test.each([0, Number.POSITIVE_INFINITY, 2 ** 40])('of %d means no timeout', async (timeoutMs) => {
    stopTimers();
    const slow = async (): Promise<Response> => {
      await vi.advanceTimersByTimeAsync(20);
      return json({ a: 1 });
    };
    expect(
      await createTestCore({ fetch: slow, timeoutMs, totalTimeoutMs: timeoutMs }).call(createOperation(), {}),
    ).toEqual({ a: 1 });
  });
});
