import { describe, expect, test, vi } from 'vitest';
import { ApiPromise, createCore } from '@speccast/runtime/client';
import { byStatus } from '@speccast/runtime';
import type { ByStatus, SuccessStatus } from '@speccast/runtime';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  service,
  createWriteOperation,
  type Step,
} from '../support.js';

// The results of calls and downloads are tested by ../call-forms/calls.yaml.

function startCall(...steps: readonly Step[]): ApiPromise<unknown> {
  return createTestCore({ fetch: scriptFetch(...steps).fetch, retry: 0 }).call(createOperation(), {});
}

describe('a call', () => {
  test('has the type of its data by its status, if several statuses are a success', async () => {
    type Found =
      | { readonly status: 200; readonly data: { readonly pages: number } }
      | { readonly status: 202; readonly data: { readonly ticket: string } }
      | { readonly status: Exclude<SuccessStatus, 200 | 202>; readonly data: undefined };
    const call: ByStatus<ApiPromise<unknown>, Found> = byStatus(startCall(json({ ticket: 't' }, { status: 202 })));
    const received = await call.withResponse();
    expect(received.status === 202 && received.data.ticket).toBe('t');
    expect(received.status === 204 && received.data).toBe(false);
    // @ts-expect-error the ticket comes with 202
    expect(() => received.status === 200 && received.data.ticket).not.toThrow();
    expect(received.response.status).toBe(received.meta.status);
    const outcome = await call.result();
    expect(outcome.ok && outcome.status === 202 && outcome.data.ticket).toBe('t');
    expect(await call).toEqual({ ticket: 't' });
  });

  test('is a Promise to the type checker and to Promise.all', async () => {
    const promise = startCall(json({ a: 1 }));
    const plain: Promise<unknown> = promise;
    expect(await Promise.all([plain, plain])).toEqual([{ a: 1 }, { a: 1 }]);
    expect(promise).toBeInstanceOf(ApiPromise);
    expect(String(promise)).toBe('[object ApiPromise]');
  });

  test('that rejects with a value that is not an Error has an Error as its result', async () => {
    const throwing = createTestCore({ middleware: [() => Promise.reject('odd')] }).call(createOperation(), {});
    expect(await throwing.result()).toEqual({ ok: false, error: new Error('odd') });
  });
});

describe('a core', () => {
  test('uses the global fetch at the time of the call, with an address', async () => {
    const client = createCore(service);
    const { fetch, requests } = scriptFetch(json({ a: 1 }));
    const replaced = vi.fn<typeof globalThis.fetch>((address, init) => fetch(new Request(address, init)));
    vi.stubGlobal('fetch', replaced);
    try {
      expect(await client.call(createWriteOperation(), { body: { b: 2 } })).toEqual({ a: 1 });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(replaced.mock.calls.map(([address]) => address)).toEqual(['https://films.test/v3/films']);
    const [request] = requests;
    expect([request?.method, await request?.text()]).toEqual(['POST', '{"b":2}']);
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('accept')).toBe('application/json');
  });

  test('aborts the request of the global fetch with the call', async () => {
    const stop = new AbortController();
    let signal: AbortSignal | null | undefined;
    vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
      // Wrappers of `fetch` copy `init`, so the signal has to be an own property.
      ({ signal } = { ...init });
      return new Promise(() => stop.abort('enough'));
    });
    try {
      expect(await catchError(createCore(service).call(createOperation(), {}, { signal: stop.signal }))).toMatchObject({
        name: 'AbortedError',
        reason: 'enough',
      });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(signal?.aborted).toBe(true);
  });

  test('with() does not change the options of the first core', async () => {
    const { fetch, requests } = scriptFetch(json({}));
    const first = createTestCore({ fetch });
    const second = first.with({ baseUrl: 'https://other.test', fetch: undefined });
    await second.call(createOperation(), {});
    await first.call(createOperation(), {});
    expect(requests.map((one) => one.url)).toEqual(['https://other.test/films', 'https://films.test/v3/films']);
  });
});
