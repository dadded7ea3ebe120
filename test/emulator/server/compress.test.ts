import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { served } from './served.js';

const json = JSON.stringify(Array.from({ length: 500 }, (_, number) => ({ number })));
const type = { 'content-type': 'application/json; charset=UTF-8' };

interface Got {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/** Sends a request without undoing the encoding of its response. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
      incoming.on('close', () =>
        resolve({ headers: incoming.headers, bytes: Buffer.concat(chunks), complete: incoming.complete }),
      );
    });
    sent.on('error', reject).end();
  });
}

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['br;q=1, gzip;q=0.5', 'gzip'],
  ['identity;q=0.5, gzip;q=0.1', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=0, *', undefined],
  ['br', undefined],
  ['', undefined],
])('Accept-Encoding: %s gets a body in %s', async (accepted, coding) => {
  const server = await served(() => new Response(json, { headers: type }));
  const { headers, bytes } = await get(server.url, { 'accept-encoding': accepted });
  expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'Accept-Encoding']);
  expect(Number(headers['content-length'] ?? bytes.length)).toBe(bytes.length);
  expect((coding === undefined ? bytes : gunzipSync(bytes)).toString()).toBe(json);
  if (coding !== undefined) expect(bytes.length).toBeLessThan(json.length / 3);
});

const gzip = { 'accept-encoding': 'gzip' };

test.each([
  ['HEAD', () => new Response(null, { headers: { ...type, 'content-length': '9999' } }), 'HEAD'],
  ['no content', () => new Response(null, { status: 204 }), 'GET'],
  ['a short body', () => new Response('{"a":1}', { headers: { ...type, 'content-length': '7' } }), 'GET'],
  ['an image', () => new Response(json, { headers: { 'content-type': 'image/png' } }), 'GET'],
  ['events', () => new Response(json, { headers: { 'content-type': 'text/event-stream' } }), 'GET'],
  ['an encoded body', () => new Response(json, { headers: { ...type, 'content-encoding': 'br' } }), 'GET'],
  ['no-transform', () => new Response(json, { headers: { ...type, 'cache-control': 'no-transform' } }), 'GET'],
] as const)('%s is sent as it is', async (_what, respond, method) => {
  const server = await served(respond);
  const { headers, bytes } = await get(server.url, gzip, method);
  expect(headers['content-encoding']).not.toBe('gzip');
  expect(headers['vary']).toBeUndefined();
  expect(bytes.length).toBe(method === 'HEAD' ? 0 : (await respond().text()).length);
});

test('a Vary header is continued', async () => {
  const server = await served(() => new Response(json, { headers: { ...type, vary: 'Origin' } }));
  expect((await get(server.url, gzip)).headers['vary']).toBe('Origin, Accept-Encoding');
});

test('what has arrived of a stream is sent at once', async () => {
  let more = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    more = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode('first '));
      await waiting;
      controller.enqueue(new TextEncoder().encode('last'));
      controller.close();
    },
  });
  const server = await served(() => new Response(body, { headers: type }));
  const response = await fetch(server.url, { headers: gzip });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('first ');
  more();
  expect((await reader?.read())?.value).toBe('last');
});

test('a stream that breaks off ends the connection after what was sent', async () => {
  let sent = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (sent) controller.error(new TypeError('broken'));
        else controller.enqueue(new TextEncoder().encode(json));
        sent = true;
      },
    },
    { highWaterMark: 0 },
  );
  const server = await served(() => new Response(body, { headers: type }));
  const { bytes, complete } = await get(server.url, gzip);
  expect([complete, bytes.length > 100]).toEqual([false, true]);
});
