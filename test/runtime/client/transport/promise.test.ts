import { describe, expect, test, vi } from 'vitest';
import { ApiError, ApiPromise, createCore, Download } from '@speccast/runtime/client';
import { byStatus, download } from '@speccast/runtime';
import type { ByStatus, SuccessStatus } from '@speccast/runtime';
import { core, errorOf, json, operation, script, service, writeOperation, type Step } from '../support.js';

function calling(...steps: readonly Step[]) {
  const { fetch, requests } = script(...steps);
  return { promise: core({ fetch, retry: 0 }).call(operation(), {}), requests };
}

const captions = operation({
  id: 'films.download',
  responses: [{ status: '200', contents: [{ mediaType: 'text/vtt', kind: 'binary' }] }],
});

function downloading(...steps: readonly Step[]): Download {
  return download(core({ fetch: script(...steps).fetch, retry: 0 }), captions, {});
}

describe('a call', () => {
  test('is not sent before somebody asks for its outcome', async () => {
    const { promise, requests } = calling(json({ a: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests).toHaveLength(0);
    await promise;
    expect(requests).toHaveLength(1);
  });

  test('is sent once however often its outcome is asked for', async () => {
    const { promise, requests } = calling(json({ a: 1 }));
    expect(await promise).toEqual({ a: 1 });
    expect(await promise.then((data) => [data])).toEqual([{ a: 1 }]);
    expect((await promise.withResponse()).data).toEqual({ a: 1 });
    expect(await promise.result()).toMatchObject({ ok: true, data: { a: 1 } });
    expect(await promise.finally(() => undefined)).toEqual({ a: 1 });
    expect((await promise.asResponse()).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test('tells by its status which data there are, where several are a success', async () => {
    type Found =
      | { readonly status: 200; readonly data: { readonly pages: number } }
      | { readonly status: 202; readonly data: { readonly ticket: string } }
      | { readonly status: Exclude<SuccessStatus, 200 | 202>; readonly data: undefined };
    const { promise } = calling(json({ ticket: 't' }, { status: 202 }));
    const call: ByStatus<ApiPromise<unknown>, Found> = byStatus(promise);
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
    const { promise } = calling(json({ a: 1 }));
    const plain: Promise<unknown> = promise;
    expect(await Promise.all([plain, plain])).toEqual([{ a: 1 }, { a: 1 }]);
    expect(promise).toBeInstanceOf(ApiPromise);
    expect(String(promise)).toBe('[object ApiPromise]');
  });

  test('gives its response beside the data', async () => {
    const { promise } = calling(json({ a: 1 }, { headers: { etag: '"x"' } }));
    const { data, response } = await promise.withResponse();
    expect([data, response.headers.get('etag'), response.bodyUsed]).toEqual([{ a: 1 }, '"x"', true]);
  });

  test('gives its response unread, and the data of it afterwards', async () => {
    const raw = await calling(json({ a: 1 }, { status: 201, headers: { etag: '"x"' } })).promise.asResponse();
    expect([raw.status, raw.headers.get('etag'), raw.bodyUsed, await raw.json()]).toEqual([
      201,
      '"x"',
      false,
      { a: 1 },
    ]);
    const { promise } = calling(json({ a: 1 }));
    await promise.asResponse();
    expect(await promise).toEqual({ a: 1 });
  });

  test('that fails rejects in every form but as a result', async () => {
    const failing = (): ApiPromise<unknown> => calling(json({}, { status: 404 })).promise;
    expect(await errorOf(failing())).toMatchObject({ status: 404 });
    expect(await errorOf(failing().asResponse())).toMatchObject({ status: 404 });
    expect(await errorOf(failing().withResponse())).toMatchObject({ status: 404 });
    expect(await failing().catch((error: unknown) => ApiError.is(error) && error.status)).toBe(404);
    const result = await failing().result();
    expect(result.ok ? undefined : result.error).toMatchObject({ status: 404 });
  });

  test('that fails with something that is no Error still has an Error as its result', async () => {
    const throwing = core({ middleware: [() => Promise.reject('odd')] }).call(operation(), {});
    expect(await throwing.result()).toEqual({ ok: false, error: new Error('odd') });
  });
});

describe('a download', () => {
  const vtt = (): Response => new Response('WEBVTT ä', { headers: { 'content-type': 'text/vtt' } });

  test('gives bytes, text, a Blob with its type, or a stream', async () => {
    const bytes = new TextEncoder().encode('WEBVTT ä');
    expect(await downloading(vtt())).toEqual(bytes);
    expect(await downloading(vtt()).bytes()).toEqual(bytes);
    expect(await downloading(vtt()).text()).toBe('WEBVTT ä');
    const blob = await downloading(vtt()).blob();
    expect([blob.type, await blob.text()]).toEqual(['text/vtt', 'WEBVTT ä']);
    expect(await new Response(await downloading(vtt()).stream()).text()).toBe('WEBVTT ä');
    expect((await downloading(vtt()).withResponse()).data).toEqual(bytes);
  });

  test('gives its forms again and together, and is sent once', async () => {
    const { fetch, requests } = script(vtt());
    const sent = download(core({ fetch }), captions, {});
    expect([await sent.text(), await sent.text(), (await sent.blob()).size, (await sent.bytes()).length]).toEqual([
      'WEBVTT ä',
      'WEBVTT ä',
      9,
      9,
    ]);
    expect(requests).toHaveLength(1);
  });

  test('of nothing is empty', async () => {
    const empty = (): Download => downloading(() => new Response(null, { status: 204 }));
    expect(await empty()).toEqual(new Uint8Array());
    expect(await empty().text()).toBe('');
    expect(await new Response(await empty().stream()).text()).toBe('');
  });

  test('accepts what the spec declares', async () => {
    const { fetch, requests } = script(vtt());
    await download(core({ fetch }), captions, {});
    expect(requests[0]?.headers.get('accept')).toBe('text/vtt');
  });

  test('that is rejected is an ApiError', async () => {
    expect(await errorOf(downloading(json({}, { status: 404 })).stream())).toMatchObject({ status: 404 });
  });

  test('that breaks off is a ConnectionError', async () => {
    const breaking = (): Response => {
      let count = 0;
      return new Response(
        new ReadableStream({
          pull: (controller) =>
            (count += 1) === 1 ? controller.enqueue(new Uint8Array([1])) : controller.error(new Error('reset')),
        }),
      );
    };
    const error = await errorOf(downloading(breaking).bytes());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      message: 'films.download: no response: reset',
      requestMayHaveBeenProcessed: true,
    });
  });
});

describe('a core', () => {
  test('takes the global fetch of the moment of the call, and gives it an address', async () => {
    const client = createCore(service);
    const { fetch, requests } = script(json({ a: 1 }));
    const replaced = vi.fn<typeof globalThis.fetch>((address, init) => fetch(new Request(address, init)));
    vi.stubGlobal('fetch', replaced);
    try {
      expect(await client.call(writeOperation(), { body: { b: 2 } })).toEqual({ a: 1 });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(replaced.mock.calls.map(([address]) => address)).toEqual(['https://films.test/v3/films']);
    const [request] = requests;
    expect([request?.method, await request?.text()]).toEqual(['POST', '{"b":2}']);
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('accept')).toBe('application/json');
  });

  test('ends the request of the global fetch with the call', async () => {
    const stop = new AbortController();
    let signal: AbortSignal | null | undefined;
    vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
      // As those do that add something of their own.
      ({ signal } = { ...init });
      return new Promise(() => stop.abort('enough'));
    });
    try {
      expect(await errorOf(createCore(service).call(operation(), {}, { signal: stop.signal }))).toMatchObject({
        name: 'AbortedError',
        reason: 'enough',
      });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(signal?.aborted).toBe(true);
  });

  test('with other options leaves the first one as it was', async () => {
    const { fetch, requests } = script(json({}));
    const first = core({ fetch });
    const second = first.with({ baseUrl: 'https://other.test', fetch: undefined });
    await second.call(operation(), {});
    await first.call(operation(), {});
    expect(requests.map((one) => one.url)).toEqual(['https://other.test/films', 'https://films.test/v3/films']);
  });
});
