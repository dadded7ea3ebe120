import { request, Agent } from 'node:http';
import { expect, test } from 'vitest';
import { holdResponse, RawClient, startServer } from './start-server.js';

/** Waits until a number is above 0 and has stayed the same for 20 turns of the event loop. */
async function waitUntilStable(read: () => number): Promise<void> {
  for (let last = 0, same = 0; same < 20; last = read()) {
    await new Promise((resolve) => setImmediate(resolve));
    same = read() === last && last > 0 ? same + 1 : 0;
  }
}

const post = (...more: readonly string[]): readonly string[] => ['POST /a HTTP/1.1', 'Host: localhost', ...more];

test('a client with `Expect: 100-continue` gets 100 when its body is read', async () => {
  const server = await startServer(async (request) => new Response(`got ${await request.text()}`));
  const client = new RawClient(server).send(post('Expect: 100-continue', 'Content-Length: 3'));
  await client.until('HTTP/1.1 100 Continue\r\n\r\n');
  client.socket.write('abc');
  expect(await client.until('got abc')).toContain('HTTP/1.1 200 OK');
});

test('a client with `Expect: 100-continue` gets an error without 100, and the connection ends', async () => {
  const server = await startServer(() => new Response('no', { status: 401 }));
  const text = await new RawClient(server).send(post('Expect: 100-continue', 'Content-Length: 3')).all();
  expect(text).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
});

test('a rejected body is read to its end before the response, and the connection can be used again', async () => {
  const server = await startServer(({ method }) => new Response(method, { status: 401 }));
  const client = new RawClient(server).send(post('Content-Length: 300000'), 'a'.repeat(200_000));
  client.socket.write('a'.repeat(100_000));
  await client.until('POST');
  const text = await client.send(['GET / HTTP/1.1', 'Host: a']).until('GET');
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
});

test('a body that is too long to be read has a response at once, and the connection ends', async () => {
  const server = await startServer(() => new Response('too much', { status: 413 }));
  const client = new RawClient(server).send(post(`Content-Length: ${10 ** 12}`), 'abc');
  const text = await client.all();
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toMatch(/\r\nconnection: close\r\n[^]*too much/i);
});

test('a body that the emulator cancels is read to its end', async () => {
  const server = await startServer(async (request) => {
    await request.body?.cancel();
    return new Response('enough', { status: 413 });
  });
  const client = new RawClient(server).send(post('Content-Length: 6'), 'abc');
  client.socket.write('def');
  await client.until('enough');
  expect(await client.send(post('Content-Length: 0')).until('enough')).toContain('413');
});

test('a response may begin before the body of its request has ended', async () => {
  const server = await startServer(({ body }) => new Response(body));
  const client = new RawClient(server).send(post('Transfer-Encoding: chunked'), '3\r\nabc\r\n');
  await client.until('abc');
  client.socket.write('3\r\ndef\r\n0\r\n\r\n');
  expect(await client.until('\r\n0\r\n\r\n')).toMatch(/abc[^]*def/);
});

test('a body is not read faster than the emulator consumes it', async () => {
  let proceed = (): void => {};
  const proceeded = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const server = await startServer(async (request) => {
    await proceeded;
    return new Response(String((await request.arrayBuffer()).byteLength));
  });
  const piece = Buffer.alloc(65_536);
  const length = piece.length * 480;
  const client = new RawClient(server).send(post(`Content-Length: ${length}`), '');
  let taken = 0;
  const write = (): unknown =>
    client.socket.write(piece, () => {
      taken += piece.length;
      if (taken < length) write();
    });
  write();
  await waitUntilStable(() => taken);
  expect(taken).toBeLessThan(length);
  proceed();
  expect(await client.until(`${length}`)).toContain('200 OK');
});

test('a response is not produced faster than the client reads it, nor after the client has gone', async () => {
  let produced = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      produced += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const server = await startServer(() => new Response(endless));
  const client = new RawClient(server);
  client.socket.pause();
  client.send(['GET / HTTP/1.1', 'Host: a']);
  await waitUntilStable(() => produced);
  expect(produced).toBeLessThan(20_000_000);
  client.socket.destroy();
  await expect.poll(() => cancelled).toBe(true);
});

test('a response whose body fails ends the connection without its last chunk', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([65])),
    pull: (controller) => controller.error(new Error('cut')),
  });
  const server = await startServer(() => new Response(broken));
  const text = await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  expect(text).toContain('200 OK');
  expect(text.endsWith('0\r\n\r\n')).toBe(false);
});

test('reading a body rejects when the client closes the connection', async () => {
  let seen: unknown;
  const { respond: begin, received } = holdResponse();
  const server = await startServer(async (request) => {
    void begin();
    seen = await request.text().catch((error: unknown) => [String(error), request.signal.aborted]);
    return new Response('too late');
  });
  const client = new RawClient(server).send(post('Content-Length: 10'), 'abc');
  await received;
  client.socket.destroy();
  await expect.poll(() => seen).toEqual(['TypeError: The request broke off.', true]);
  expect((await fetch(server.url)).status).toBe(200);
});

test('a response to HEAD has no body, and the connection is kept open', async () => {
  const server = await startServer(
    ({ method }) => new Response(method === 'HEAD' ? null : 'body', { headers: { a: 'b' } }),
  );
  const client = new RawClient(server).send(['HEAD / HTTP/1.1', 'Host: a']);
  await client.until('\r\n\r\n');
  const text = await client.send(['GET / HTTP/1.1', 'Host: a']).until('body');
  expect(text.match(/^HTTP\/1\.1 200 OK\r\na: b\r\n/gm)).toHaveLength(2);
});

test('pipelined requests have their responses in order', async () => {
  let proceed = (): void => {};
  const second = new Promise<void>((resolve) => (proceed = resolve));
  const server = await startServer(async ({ url }) => {
    const { pathname } = new URL(url);
    // The second request would be ready first if the server handled both at the same time.
    if (pathname === '/first') await Promise.race([second, new Promise((resolve) => setImmediate(resolve))]);
    else proceed();
    return new Response(pathname);
  });
  const client = new RawClient(server);
  client.send(['GET /first HTTP/1.1', 'Host: a']).send(['GET /second HTTP/1.1', 'Host: a']);
  expect(await client.until('/second')).toMatch(/\/first[^]*\/second/);
});

test('cookies of a response are separate headers, and its Content-Length is kept', async () => {
  const server = await startServer(() => {
    const headers = new Headers({ 'content-length': '2' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response('ok', { headers });
  });
  const agent = new Agent({ keepAlive: true });
  const answer = await new Promise<readonly unknown[]>((resolve) => {
    request(server.url, { agent }, (incoming) => {
      resolve([incoming.headers['set-cookie'], incoming.headers['content-length'], incoming.headers.connection]);
      incoming.resume();
    }).end();
  });
  agent.destroy();
  expect(answer).toEqual([['a=1', 'b=2'], '2', 'keep-alive']);
});
