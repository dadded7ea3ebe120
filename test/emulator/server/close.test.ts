import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdResponse, RawClient, startServer } from './start-server.js';

const pem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8');

// The server cuts off open requests a second after it is closed; with fake timers, tests decide when that second has passed.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a request that is open when the server closes still has a response, and its connection ends', async () => {
  const { respond, received, release } = holdResponse();
  const server = await startServer(respond);
  const client = new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']);
  await received;
  const closed = server.close();
  release();
  await closed;
  const text = await client.all();
  expect(text).toContain('done');
  expect(text).toMatch(/connection: close/i);
});

test('connections without a request do not delay closing', async () => {
  const server = await startServer(() => new Response('done'));
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).until('done');
  await expect(server.close()).resolves.toBeUndefined();
});

test('a request that never ends is cut off a second after the server was closed', async () => {
  const { respond, received } = holdResponse();
  const server = await startServer(respond);
  const client = new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']);
  await received;
  const closed = server.close();
  await vi.advanceTimersByTimeAsync(999);
  expect(client.socket.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(await client.all()).toBe('');
});

test('sessions of HTTP/2 and connections without a request end with the server', async () => {
  vi.useRealTimers();
  const server = await startServer(() => new Response('done'), { https: { key: pem, cert: pem }, http2: true });
  const silent = new RawClient(server);
  const session = connect(server.url, { ca: pem });
  await new Promise((resolve) => session.once('connect', resolve));
  await Promise.all([server.close(), new Promise((resolve) => session.once('close', resolve))]);
  expect(await silent.all()).toBe('');
});
