import { type RunningServer, serve, type ServedEmulator } from '@speccast/emulator/server';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openShelf } from '../shelf/open-shelf.js';

const open: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function started(emulator: ServedEmulator): Promise<RunningServer> {
  const server = await serve(emulator);
  open.push(server);
  return server;
}

test('an emulator is reached over HTTP, on this machine and on a free port', async () => {
  const { url, port } = await started(openShelf().emulator);
  expect(url).toBe(`http://127.0.0.1:${port}/v1`);
  const inserted = await fetch(`${url}/books?key=k`, { method: 'POST', body: '{}' });
  expect([inserted.status, inserted.headers.get('content-type')]).toEqual([401, 'application/json; charset=UTF-8']);
  expect(await (await fetch(`${url}/books?id=a&key=k`)).json()).toMatchObject({ items: [] });
});

test('repeated headers and the method reach the emulator', async () => {
  let seen: readonly unknown[] = [];
  const server = await started({
    baseUrl: 'http://x.test/base',
    fetch: async (asked) => {
      seen = [asked.method, new URL(asked.url).pathname, asked.headers.get('x-a')];
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

test('the emulator is told when the caller goes away', async () => {
  const control = new AbortController();
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  const { url } = await started({
    baseUrl: 'http://x.test',
    fetch: ({ signal }) =>
      new Promise((_answer, reject) => {
        signal.addEventListener('abort', () => {
          tell();
          reject(signal.reason);
        });
        control.abort();
      }),
  });
  await expect(fetch(url, { signal: control.signal })).rejects.toThrow('aborted');
  await expect(told).resolves.toBeUndefined();
});

test('a fault of the emulator is a response, not the end of the server', async () => {
  const server = await started({ baseUrl: 'http://x.test', fetch: () => Promise.reject(new Error('broken')) });
  const answer = await fetch(server.url);
  expect([answer.status, await answer.json()]).toEqual([
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
  const { port } = await started(openShelf().emulator);
  await expect(serve(openShelf().emulator, { port })).rejects.toThrow('EADDRINUSE');
});

test('after closing nothing listens', async () => {
  const server = await serve(openShelf().emulator);
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});
