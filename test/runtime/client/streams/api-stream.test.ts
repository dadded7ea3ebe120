import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { stream } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { AbortedError, ApiStream, ClientError, TimeoutError } from '@speccast/runtime/client';
import type { CallOptions, ClientOptions } from '@speccast/runtime/client';
import { core, errorOf, json, script } from '../support.js';

const rows: Operation<{ readonly [name: string]: unknown }, readonly unknown[]> = {
  id: 'reports.generate',
  method: 'GET',
  path: '/report',
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  auth: [],
};

const text = '[{"header":{}},{"row":"ä😀"},{"footer":1}]';
const items: unknown = JSON.parse(text);

/** A body that comes in pieces: bytes one by one, then what the end says. */
function slowBody(bytes: Uint8Array | string, end: 'close' | 'hang' | 'break' = 'close') {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const told: { sent: number; cancelled: unknown } = { sent: 0, cancelled: undefined };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (told.sent < all.length) return controller.enqueue(all.subarray(told.sent, (told.sent += 1)));
        if (end === 'close') return controller.close();
        if (end === 'break') return controller.error(new TypeError('reset'));
        return new Promise<void>(() => undefined);
      },
      cancel: (reason) => void (told.cancelled = reason ?? 'cancelled'),
    },
    { highWaterMark: 0 },
  );
  return { response: () => new Response(body, { headers: { 'content-type': 'application/json' } }), told };
}

function streaming(response: Response | (() => Response), own: CallOptions = {}, options: ClientOptions = {}) {
  const { fetch, requests } = script(response);
  return { call: stream(core({ fetch, retry: 0, ...options }), rows, {}, own), requests };
}

async function collect(call: AsyncIterable<unknown>, into: unknown[] = []): Promise<unknown[]> {
  for await (const item of call) into.push(item);
  return into;
}

describe('a streamed call', () => {
  test('gives the whole array where it is awaited, in all the ways of a promise', async () => {
    const { call, requests } = streaming(new Response(text));
    expect(call).toBeInstanceOf(ApiStream);
    expect(await call).toEqual(items);
    expect((await call.withResponse()).data).toEqual(items);
    expect(await call.result()).toMatchObject({ ok: true, data: items });
    expect(requests).toHaveLength(1);
  });

  test('gives each item where it is iterated, wherever its bytes are cut', async () => {
    const { call, requests } = streaming(slowBody(text).response);
    expect(requests).toHaveLength(0);
    expect(await collect(call)).toEqual(items);
    expect(requests).toHaveLength(1);
  });

  test('gives an item before the next one is there', async () => {
    const { response } = slowBody('[{"header":{}},{"row"', 'hang');
    const { call } = streaming(response);
    expect(await call[Symbol.asyncIterator]().next()).toEqual({ done: false, value: { header: {} } });
  });

  test('reads no further than it is iterated, and ends the body where the loop is left', async () => {
    const { response, told } = slowBody(text, 'hang');
    const controller = new AbortController();
    for await (const item of streaming(response, { signal: controller.signal }).call) {
      expect(item).toEqual({ header: {} });
      break;
    }
    expect(told).toEqual({ sent: '[{"header":{}}'.length, cancelled: 'cancelled' });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('takes its signal back when it is over', async () => {
    const controller = new AbortController();
    await collect(streaming(slowBody(text).response, { signal: controller.signal }).call);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('can be iterated after it was awaited, and sends once', async () => {
    const { call, requests } = streaming(new Response(text));
    expect(await call).toEqual(items);
    expect(await collect(call)).toEqual(items);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['iterated again', (call: ApiStream<unknown>) => collect(call)],
    ['awaited', (call: ApiStream<unknown>) => call.then()],
  ])('says that it was read item by item when it is %s', async (_, again) => {
    const { call, requests } = streaming(slowBody(text).response);
    await collect(call);
    const error = await errorOf(again(call));
    expect(error).toBeInstanceOf(ClientError);
    expect(error.message).toBe('reports.generate: the response has already been read item by item');
    expect(requests).toHaveLength(1);
  });
});

describe('a streamed call fails', () => {
  test('with the signal, while it is iterated', async () => {
    const controller = new AbortController();
    const { response, told } = slowBody('[1,', 'hang');
    const got: unknown[] = [];
    const reading = collect(streaming(response, { signal: controller.signal }).call, got);
    setTimeout(() => controller.abort('user left'), 20);
    expect(await errorOf(reading)).toBeInstanceOf(AbortedError);
    expect(got).toEqual([1]);
    expect(told.cancelled).toBeInstanceOf(AbortedError);
  });

  test('with the time of the whole call, not with that of an attempt', async () => {
    const { call } = streaming(slowBody('[1,', 'hang').response, { timeoutMs: 10, totalTimeoutMs: 60 });
    expect(await errorOf(collect(call))).toMatchObject({
      name: 'TimeoutError',
      of: 'call',
    } satisfies Partial<TimeoutError>);
  });

  const refusal = { error: { code: 403, message: 'No.', status: 'PERMISSION_DENIED' } };
  const refused = { status: 403, reason: 'PERMISSION_DENIED', message: 'reports.generate: 403 PERMISSION_DENIED: No.' };

  test('with an ApiError where the service fails in the middle', async () => {
    const answer = () => json([{ row: 1 }, refusal], { headers: { 'x-request-id': 'r1' } });
    const got: unknown[] = [];
    const error = await errorOf(collect(streaming(answer).call, got));
    expect(error).toMatchObject({ ...refused, requestId: 'r1', body: refusal });
    expect(got).toEqual([{ row: 1 }]);
    expect(await errorOf(streaming(answer).call)).toMatchObject(refused);
    expect(await streaming(answer).call.result()).toMatchObject({ ok: false, error: refused });
  });
});
