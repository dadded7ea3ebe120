import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readRows } from '../../rows.js';
import { startServer } from './start-server.js';

const { table } = readRows(import.meta.url);

const json = JSON.stringify(Array.from({ length: 500 }, (_, number) => ({ number })));
const type = { 'content-type': 'application/json; charset=UTF-8' };

interface RawResponse {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly complete: boolean;
}

/** Sends a request, and returns the response without decoding its body. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> {
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

table('with Accept-Encoding: %s, the body has the encoding %s', async (accepted: string, coding: string | null) => {
  const server = await startServer(() => new Response(json, { headers: type }));
  const { headers, bytes } = await get(server.url, { 'accept-encoding': accepted });
  expect([headers['content-encoding'] ?? null, headers['vary']]).toEqual([coding, 'Accept-Encoding']);
  expect(Number(headers['content-length'] ?? bytes.length)).toBe(bytes.length);
  expect((coding === null ? bytes : gunzipSync(bytes)).toString()).toBe(json);
  if (coding !== null) expect(bytes.length).toBeLessThan(json.length / 3);
});

const gzip = { 'accept-encoding': 'gzip' };

interface UncompressedRow {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body; `null` is none. Default: a long JSON text. */
  readonly body?: string | null;
}

table(
  'is not compressed',
  async ({ method = 'GET', status = 200, headers: own = {}, body = json }: UncompressedRow) => {
    const server = await startServer(
      () => new Response(body, { status, headers: body === null ? own : { ...type, ...own } }),
    );
    const { headers, bytes } = await get(server.url, gzip, method);
    expect(headers['content-encoding']).not.toBe('gzip');
    expect(headers['vary']).toBeUndefined();
    expect(bytes.toString()).toBe(body ?? '');
  },
);

test('Accept-Encoding is added to an existing Vary header', async () => {
  const server = await startServer(() => new Response(json, { headers: { ...type, vary: 'Origin' } }));
  expect((await get(server.url, gzip)).headers['vary']).toBe('Origin, Accept-Encoding');
});

test('pieces of a stream are sent at once', async () => {
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
  const server = await startServer(() => new Response(body, { headers: type }));
  const response = await fetch(server.url, { headers: gzip });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('first ');
  more();
  expect((await reader?.read())?.value).toBe('last');
});

test('a stream that fails ends the connection after the bytes before', async () => {
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
  const server = await startServer(() => new Response(body, { headers: type }));
  const { bytes, complete } = await get(server.url, gzip);
  expect([complete, bytes.length > 100]).toEqual([false, true]);
});
