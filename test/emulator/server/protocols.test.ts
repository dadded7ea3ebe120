import { readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { holdResponse, RawClient, startServer } from './start-server.js';

// A private key, and a self-signed certificate of `localhost`.
const pem = readFileSync(new URL('localhost.pem', import.meta.url), 'utf8');
const https = { key: pem, cert: pem };

interface StatusAndBody {
  readonly status: number;
  readonly body: string;
}

async function sendOverHttp2(
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

function sendOverHttps(url: string): Promise<StatusAndBody> {
  return new Promise((resolve, reject) => {
    request(url, { ca: pem, agent: false }, (incoming) => {
      void text(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

async function echo(request: Request): Promise<Response> {
  const body = await request.text();
  return new Response(`${request.method} ${request.url} ${request.headers.get('x-a')} ${body}`, {
    headers: { 'transfer-encoding': 'chunked', connection: 'keep-alive' },
  });
}

test('HTTPS uses the key and certificate of the options', async () => {
  const server = await startServer(({ url }) => new Response(url), { https });
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
  expect(await sendOverHttps(`${server.url}/a`)).toEqual({ status: 200, body: `${server.url}/a` });
});

test('an HTTP request to an HTTPS port does not stop the server', async () => {
  const server = await startServer(() => new Response('well'), { https });
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  expect(await sendOverHttps(server.url)).toEqual({ status: 200, body: 'well' });
});

test('HTTPS supports HTTP/2 and HTTP/1.1', async () => {
  const server = await startServer(echo, { https, http2: true });
  const session = connect(server.url, { ca: pem });
  const response = await sendOverHttp2(session, { ':method': 'POST', ':path': '/a?b', 'x-a': '1' }, 'body');
  session.close();
  expect(response).toEqual({ status: 200, body: `POST ${server.url}/a?b 1 body` });
  expect((await sendOverHttps(`${server.url}/a`)).status).toBe(200);
});

test('HTTP/2 works without HTTPS', async () => {
  const server = await startServer(echo, { http2: true });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const session = connect(server.url);
  const responses = await Promise.all([
    sendOverHttp2(session, { ':path': '/a' }),
    sendOverHttp2(session, { ':method': 'POST', ':path': '/b', expect: '100-continue' }, 'body'),
  ]);
  session.close();
  expect(responses.map(({ body }) => body)).toEqual([`GET ${server.url}/a null `, `POST ${server.url}/b null body`]);
});

test('over HTTP/2, an error can be sent before the body is read', async () => {
  const server = await startServer(() => new Response('no', { status: 401 }), { http2: true });
  const session = connect(server.url);
  const response = await sendOverHttp2(session, { ':method': 'POST', ':path': '/a' }, 'a'.repeat(500_000));
  expect(response).toEqual({ status: 401, body: 'no' });
  expect((await sendOverHttp2(session, { ':path': '/b' })).status).toBe(401);
  session.close();
});

test('over HTTP/2, the signal of a request aborts when the client cancels it', async () => {
  let isAborted = false;
  const { respond: begin, received } = holdResponse();
  const server = await startServer(
    ({ signal }) =>
      new Promise((resolve) => {
        void begin();
        signal.addEventListener('abort', () => {
          isAborted = true;
          resolve(new Response('too late'));
        });
      }),
    { http2: true },
  );
  const session = connect(server.url);
  const stream = session.request({ ':path': '/a' });
  stream.on('error', () => {});
  await received;
  stream.close();
  await expect.poll(() => isAborted).toBe(true);
  session.close();
});

test('an HTTP/1.1 request to HTTP/2 without HTTPS does not stop the server', async () => {
  const server = await startServer(echo, { http2: true });
  await new RawClient(server).send(['GET / HTTP/1.1', 'Host: a']).all();
  const session = connect(server.url);
  expect((await sendOverHttp2(session, { ':path': '/a' })).status).toBe(200);
  session.close();
});
