import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { expect, test } from 'vitest';
import { RawClient, served } from './served.js';

const pem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8');

/** The server waits a second for what is under way: a machine that is held up for that long gets another try. */
const again = { retry: 4 };

async function took(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

test('a request under way when the server closes is still answered, and its connection ends', again, async () => {
  const server = await served(async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return new Response('done');
  });
  const client = new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await took(server.close())).toBeLessThan(900);
  const text = await client.all();
  expect(text).toContain('done');
  expect(text).toMatch(/connection: close/i);
});

test('connections without a request do not hold the server up', again, async () => {
  const server = await served(() => new Response('done'));
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).until('done');
  expect(await took(server.close())).toBeLessThan(900);
});

test('a request that never ends is cut off a second after the server was closed', async () => {
  const server = await served(() => new Promise(() => {}));
  const client = new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const time = await took(server.close());
  expect(time).toBeGreaterThan(900);
  expect(time).toBeLessThan(20_000);
  expect(await client.all()).toBe('');
});

test('sessions of HTTP/2 end with the server, and a connection that says nothing too', async () => {
  const server = await served(() => new Response('done'), { https: { key: pem, cert: pem }, http2: true });
  const silent = new RawClient(server);
  const session = connect(server.url, { ca: pem });
  await new Promise((resolve) => session.once('connect', resolve));
  await Promise.all([server.close(), new Promise((resolve) => session.once('close', resolve))]);
  expect(await silent.all()).toBe('');
});
