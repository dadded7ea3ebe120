import { type RunningServer, serve, type ServedEmulator } from '@speccast/emulator/server';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';

const open: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function startServing(emulator: ServedEmulator): Promise<RunningServer> {
  const server = await serve(emulator);
  open.push(server);
  return server;
}

test('an emulator is served over HTTP on this machine, on a free port', async () => {
  const { url, port } = await startServing(openShelf().emulator);
  expect(url).toBe(`http://127.0.0.1:${port}/v1`);
  const inserted = await fetch(`${url}/books?key=k`, { method: 'POST', body: '{}' });
  expect([inserted.status, inserted.headers.get('content-type')]).toEqual([401, 'application/json; charset=UTF-8']);
  expect(await (await fetch(`${url}/books?id=a&key=k`)).json()).toMatchObject({ items: [] });
});

test('repeated headers and the method reach the emulator', async () => {
  let seen: readonly unknown[] = [];
  const server = await startServing({
    baseUrl: 'http://x.test/base',
    fetch: async (received) => {
      seen = [received.method, new URL(received.url).pathname, received.headers.get('x-a')];
      return new Response(null, { status: 204 });
    },
  });
  await new Promise<void>((resolve) =>
    request(`${server.url}/p`, { method: 'DELETE', headers: { 'x-a': ['1', '2'] } }, (incoming) =>
      incoming.resume().on('end', resolve),
    ).end(),
  );
  expect(seen).toEqual(['DELETE', '/base/p', '1, 2']);
});

test('the signal of a request aborts when the client closes the connection', async () => {
  const control = new AbortController();
  let abort = (): void => {};
  const aborted = new Promise<void>((resolve) => (abort = resolve));
  const { url } = await startServing({
    baseUrl: 'http://x.test',
    fetch: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          abort();
          reject(signal.reason);
        });
        control.abort();
      }),
  });
  await expect(fetch(url, { signal: control.signal })).rejects.toThrow('aborted');
  await expect(aborted).resolves.toBeUndefined();
});

test('an exception of the emulator is a response with 500, and the server continues', async () => {
  const server = await startServing({ baseUrl: 'http://x.test', fetch: () => Promise.reject(new Error('broken')) });
  const response = await fetch(server.url);
  expect([response.status, await response.json()]).toEqual([
    500,
    {
      error: {
        code: 500,
        message: 'broken',
        errors: [{ domain: 'global', reason: 'internalError', message: 'broken' }],
      },
    },
  ]);
  expect((await fetch(server.url)).status).toBe(500);
});

test('a port in use is an error', async () => {
  const { port } = await startServing(openShelf().emulator);
  await expect(serve(openShelf().emulator, { port })).rejects.toThrow('EADDRINUSE');
});

test('the port is free after closing', async () => {
  const server = await serve(openShelf().emulator);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});
