import { request, Agent } from 'node:http';
import { expect, test } from 'vitest';
import { holdResponse, RawClient, startServer } from './start-server.js';

/** Waits until a number has grown, and grows no more while the process goes on with what it can do. */
async function settled(read: () => number): Promise<void> {
  for (let last = 0, same = 0; same < 20; last = read()) {
    await new Promise((resolve) => setImmediate(resolve));
    same = read() === last && last > 0 ? same + 1 : 0;
  }
}

const post = (...more: readonly string[]): readonly string[] => ['POST /a HTTP/1.1', 'Host: localhost', ...more];

test('a client that waits for 100 is told to go on once its body is wanted', async () => {
  const server = await startServer(async (asked) => new Response(`got ${await asked.text()}`));
  const client = new RawClient(server).send(post('Expect: 100-continue', 'Content-Length: 3'));
  await client.until('HTTP/1.1 100 Continue\r\n\r\n');
  client.socket.write('abc');
  expect(await client.until('got abc')).toContain('HTTP/1.1 200 OK');
});

test('a client that waits for 100 is rejected without it, and the connection ends', async () => {
  const server = await startServer(() => new Response('no', { status: 401 }));
  const text = await new RawClient(server).send(post('Expect: 100-continue', 'Content-Length: 3')).all();
  expect(text).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
});

test('a rejected body is read to its end before the response, and the connection is good for the next request', async () => {
  const server = await startServer(({ method }) => new Response(method, { status: 401 }));
  const client = new RawClient(server).send(post('Content-Length: 300000'), 'a'.repeat(200_000));
  client.socket.write('a'.repeat(100_000));
  await client.until('POST');
  const text = await client.send(['GET / HTTP/1.1', 'Host: a']).until('GET');
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
});

test('a body too long to be read to its end is answered at once, and the connection ends', async () => {
  const server = await startServer(() => new Response('too much', { status: 413 }));
  const client = new RawClient(server).send(post(`Content-Length: ${10 ** 12}`), 'abc');
  const text = await client.all();
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toMatch(/\r\nconnection: close\r\n[^]*too much/i);
});

test('a body given up halfway is read to its end all the same', async () => {
  const server = await startServer(async (asked) => {
    await asked.body?.cancel();
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

test('no more of a body is taken than is read', async () => {
  let goOn = (): void => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const server = await startServer(async (asked) => {
    await wait;
    return new Response(String((await asked.arrayBuffer()).byteLength));
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
  await settled(() => taken);
  expect(taken).toBeLessThan(length);
  goOn();
  expect(await client.until(`${length}`)).toContain('200 OK');
});

test('no more of a response is made than the client takes, and none after it went away', async () => {
  let made = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      made += 65_536;
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
  await settled(() => made);
  expect(made).toBeLessThan(20_000_000);
  client.socket.destroy();
  await expect.poll(() => cancelled).toBe(true);
});

test('a response that breaks off ends the connection without its last chunk', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([65])),
    pull: (controller) => controller.error(new Error('cut')),
  });
  const server = await startServer(() => new Response(broken));
  const text = await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  expect(text).toContain('200 OK');
  expect(text.endsWith('0\r\n\r\n')).toBe(false);
});

test('a client that goes away while it sends is noticed where its body is read', async () => {
  let seen: unknown;
  const { answering: begin, asked: isAsked } = holdResponse();
  const server = await startServer(async (asked) => {
    void begin();
    seen = await asked.text().catch((error: unknown) => [String(error), asked.signal.aborted]);
    return new Response('too late');
  });
  const client = new RawClient(server).send(post('Content-Length: 10'), 'abc');
  await isAsked;
  client.socket.destroy();
  await expect.poll(() => seen).toEqual(['TypeError: The request broke off.', true]);
  expect((await fetch(server.url)).status).toBe(200);
});

test('HEAD has headers only, and connections are kept', async () => {
  const server = await startServer(
    ({ method }) => new Response(method === 'HEAD' ? null : 'body', { headers: { a: 'b' } }),
  );
  const client = new RawClient(server).send(['HEAD / HTTP/1.1', 'Host: a']);
  await client.until('\r\n\r\n');
  const text = await client.send(['GET / HTTP/1.1', 'Host: a']).until('body');
  expect(text.match(/^HTTP\/1\.1 200 OK\r\na: b\r\n/gm)).toHaveLength(2);
});

test('requests that come at once are answered in turn', async () => {
  let goOn = (): void => {};
  const second = new Promise<void>((resolve) => (goOn = resolve));
  const server = await startServer(async ({ url }) => {
    const { pathname } = new URL(url);
    // Whatever comes second is ready first, if it is looked at before the first has ended.
    if (pathname === '/first') await Promise.race([second, new Promise((resolve) => setImmediate(resolve))]);
    else goOn();
    return new Response(pathname);
  });
  const client = new RawClient(server);
  client.send(['GET /first HTTP/1.1', 'Host: a']).send(['GET /second HTTP/1.1', 'Host: a']);
  expect(await client.until('/second')).toMatch(/\/first[^]*\/second/);
});

test('cookies of a response stay apart, and a length that was given stays', async () => {
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
