import { readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { holdResponse, RawClient, startServer } from './start-server.js';

// Made for these tests: a key, and the certificate of `localhost` that is signed with it.
const pem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8');
const https = { key: pem, cert: pem };

interface StatusAndBody {
  readonly status: number;
  readonly body: string;
}

async function overHttp2(
  session: ClientHttp2Session,
  head: Record<string, string>,
  body?: string,
): Promise<StatusAndBody> {
  const stream = session.request(head, { endStream: body === undefined });
  const status = new Promise<number>((resolve, reject) => {
    stream.once('response', (headers) => resolve(headers[':status'] ?? 0));
    stream.once('error', reject);
  });
  if (body !== undefined) stream.end(body);
  return { status: await status, body: await text(stream) };
}

function overHttps(url: string): Promise<StatusAndBody> {
  return new Promise((resolve, reject) => {
    request(url, { ca: pem, agent: false }, (incoming) => {
      void text(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

async function echo(asked: Request): Promise<Response> {
  const body = await asked.text();
  return new Response(`${asked.method} ${asked.url} ${asked.headers.get('x-a')} ${body}`, {
    headers: { 'transfer-encoding': 'chunked', connection: 'keep-alive' },
  });
}

test('HTTPS is spoken with the key and certificate given', async () => {
  const server = await startServer(({ url }) => new Response(url), { https });
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
  expect(await overHttps(`${server.url}/a`)).toEqual({ status: 200, body: `${server.url}/a` });
});

test('a client that speaks HTTP to HTTPS does no harm', async () => {
  const server = await startServer(() => new Response('well'), { https });
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  expect(await overHttps(server.url)).toEqual({ status: 200, body: 'well' });
});

test('HTTP/2 is spoken beside HTTP/1.1 over HTTPS', async () => {
  const server = await startServer(echo, { https, http2: true });
  const session = connect(server.url, { ca: pem });
  const answer = await overHttp2(session, { ':method': 'POST', ':path': '/a?b', 'x-a': '1' }, 'body');
  session.close();
  expect(answer).toEqual({ status: 200, body: `POST ${server.url}/a?b 1 body` });
  expect((await overHttps(`${server.url}/a`)).status).toBe(200);
});

test('HTTP/2 is spoken without HTTPS', async () => {
  const server = await startServer(echo, { http2: true });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const session = connect(server.url);
  const answers = await Promise.all([
    overHttp2(session, { ':path': '/a' }),
    overHttp2(session, { ':method': 'POST', ':path': '/b', expect: '100-continue' }, 'body'),
  ]);
  session.close();
  expect(answers.map(({ body }) => body)).toEqual([`GET ${server.url}/a null `, `POST ${server.url}/b null body`]);
});

test('over HTTP/2 too an error need not read the body', async () => {
  const server = await startServer(() => new Response('no', { status: 401 }), { http2: true });
  const session = connect(server.url);
  const answer = await overHttp2(session, { ':method': 'POST', ':path': '/a' }, 'a'.repeat(500_000));
  expect(answer).toEqual({ status: 401, body: 'no' });
  expect((await overHttp2(session, { ':path': '/b' })).status).toBe(401);
  session.close();
});

test('over HTTP/2 too the emulator is told when the caller goes away', async () => {
  let isTold = false;
  const { answering: begin, asked } = holdResponse();
  const server = await startServer(
    ({ signal }) =>
      new Promise((resolve) => {
        void begin();
        signal.addEventListener('abort', () => {
          isTold = true;
          resolve(new Response('too late'));
        });
      }),
    { http2: true },
  );
  const session = connect(server.url);
  const stream = session.request({ ':path': '/a' });
  stream.on('error', () => {});
  await asked;
  stream.close();
  await expect.poll(() => isTold).toBe(true);
  session.close();
});

test('a request of HTTP/1.1 to HTTP/2 without HTTPS does no harm', async () => {
  const server = await startServer(echo, { http2: true });
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  const session = connect(server.url);
  expect((await overHttp2(session, { ':path': '/a' })).status).toBe(200);
  session.close();
});
