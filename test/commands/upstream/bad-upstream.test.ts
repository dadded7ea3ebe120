import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { call, petsFolder, rawService, realService } from './pets.js';
import { type RunningMock, startMock } from '../run-command.js';

function mockOf(upstream: string, ...args: readonly string[]): Promise<RunningMock> {
  return startMock(petsFolder(), 'pets.yaml', '--upstream', upstream, '--fail-on', 'never', ...args);
}

/** A service that writes these bytes once it got a request, and does no more. */
function writes(text: string, more: (socket: Socket) => void = () => {}): Promise<string> {
  return rawService((socket) => {
    socket.once('data', () => {
      socket.write(text, 'latin1');
      more(socket);
    });
  });
}

const end = (socket: Socket): void => void socket.end();

test.each([
  ['garbage', () => writes('\x16\x03\x01 no HTTP\r\n\r\n', end), 502, /responded with is not HTTP/],
  ['nothing', () => writes('', end), 502, /closed the connection before its response was complete/],
  ['half a head', () => writes('HTTP/1.1 200 OK\r\nContent-', end), 502, /closed the connection|is not HTTP/],
  [
    'less than it says',
    () => writes('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n[1', end),
    502,
    /before its response was complete/,
  ],
  [
    'an odd status',
    () => writes('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
    502,
    /responded with the status 999/,
  ],
  [
    'another protocol',
    () => writes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
    502,
    /changed to another protocol \(101\)/,
  ],
  ['endless headers', () => writes(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(80_000)}\r\n\r\n`), 502, /longer than 64 KiB/],
  ['silence', () => rawService(() => {}), 504, /did not respond within 300 ms/],
  [
    'silence after its head',
    () => writes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1'),
    504,
    /did not respond within 300 ms/,
  ],
  ['no server', () => Promise.resolve('http://127.0.0.1:1'), 502, /Nothing listens at http:\/\/127\.0\.0\.1:1/],
  ['no name', () => Promise.resolve('http://no.such.invalid'), 502, /No address has the name|cannot be looked up/],
  ['no TLS', async () => (await writes('HTTP/1.1 200 OK\r\n\r\n', end)).replace('http:', 'https:'), 502, /TLS|closed/],
])('a service that responds with %s gives an error that says so', async (_name, service, status, message) => {
  const mock = await mockOf(await service(), '--upstream-timeout', '300ms');
  const { status: got, json } = await call(mock.url, 'GET', '/pets/p1');
  expect([got, json.error.message]).toEqual([status, expect.stringMatching(message)]);
  // The proxy goes on.
  expect((await call(mock.url, 'GET', '/pets/p1')).status).toBe(status);
  expect(mock.written.err).toMatch(/error: GET \/pets\/\{id\} no response: response connection: /);
});

test('a certificate of nobody known is an error that says what to do', async () => {
  const pem = readFileSync(new URL('../../emulator/server/localhost.pem', import.meta.url));
  const server = createSecureServer({ key: pem, cert: pem }, (_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has this type of address.
  const { port } = server.address() as AddressInfo;
  const mock = await mockOf(`https://127.0.0.1:${port}`);
  const { status, json } = await call(mock.url, 'GET', '/pets/p1');
  expect([status, json.error.message]).toEqual([502, expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS/)]);
});

test('a service that sends more than it says is reported, and the client gets what it says', async () => {
  const pet = '{"id":"p1","name":"Rex"}';
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${pet.length}\r\n\r\n`;
  const mock = await mockOf(await writes(`${head}${pet}and more`));
  expect((await call(mock.url, 'GET', '/pets/p1')).text).toBe(pet);
  expect(mock.written.err).toContain('The body is longer than Content-Length says');
});

test('redirects are passed on, those to elsewhere are reported', async () => {
  const upstream = await realService(({ url, headers }, response) => {
    const elsewhere = url?.endsWith('/p2') === true;
    const location = elsewhere ? 'https://elsewhere.test/p2' : `http://${headers.host ?? ''}/v1/pets/p9?a=1`;
    response.writeHead(302, { location, 'set-cookie': ['a=1; Domain=127.0.0.1; Path=/', 'b=2'] }).end();
  });
  const mock = await mockOf(upstream);
  const { origin } = new URL(mock.url);
  const own = await call(mock.url, 'GET', '/pets/p1');
  expect([own.status, own.headers.get('location')]).toEqual([302, `${origin}/v1/pets/p9?a=1`]);
  expect(own.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  expect((await call(mock.url, 'GET', '/pets/p2')).headers.get('location')).toBe('https://elsewhere.test/p2');
  expect(mock.written.err).toContain('The service redirects to another one: https://elsewhere.test/p2');
});

test('headers of the connection are not passed on, and the host is that of the service', async () => {
  const seen: Record<string, unknown>[] = [];
  const upstream = await realService(({ headers }, response) => {
    seen.push(headers);
    response.writeHead(200, {
      connection: 'x-inner',
      'x-inner': '1',
      'x-kept': '2',
      'content-type': 'application/json',
    });
    response.end('{"id":"p1","name":"Rex"}');
  });
  const mock = await mockOf(upstream);
  const { headers } = await call(mock.url, 'GET', '/pets/p1', {
    headers: { te: 'trailers', 'x-mock-world': 'w', 'x-own': '3' },
  });
  expect([headers.get('x-inner'), headers.get('x-kept')]).toEqual([null, '2']);
  expect(seen[0]).toMatchObject({ host: new URL(upstream).host, 'x-own': '3' });
  expect(seen[0]).not.toHaveProperty('te');
  expect(seen[0]).not.toHaveProperty('x-mock-world');
});

test('a path of the upstream takes over from the base path of the spec', async () => {
  const seen: (string | undefined)[] = [];
  const upstream = await realService(({ url }, response) => {
    seen.push(url);
    response.writeHead(201, { location: '/api/v9/pets/p1' }).end();
  });
  const mock = await mockOf(`${upstream}/api/v9/`);
  const { headers } = await call(mock.url, 'POST', '/pets', { body: { name: 'Rex' } });
  expect([seen, headers.get('location')]).toEqual([['/api/v9/pets'], '/v1/pets/p1']);
});

test('compressed responses are passed on as they are, and validated', async () => {
  const upstream = await realService(({ url }, response) => {
    const isBroken = url?.endsWith('/p2') === true;
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(isBroken ? 'no gzip' : gzipSync('{"id":1,"name":"Rex"}'));
  });
  const mock = await mockOf(upstream);
  const { json, headers } = await call(mock.url, 'GET', '/pets/p1');
  expect([json, headers.get('content-encoding')]).toEqual([{ id: 1, name: 'Rex' }, 'gzip']);
  expect(mock.written.err).toContain('response body id: Must be a string');
  await call(mock.url, 'GET', '/pets/p2').catch(() => {});
  expect(mock.written.err).toContain('The body is no gzip, which Content-Encoding says it is');
});

test('what is far longer without its encoding is passed on, and not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const upstream = await realService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
  const mock = await mockOf(upstream);
  const response = await fetch(`${mock.url}/pets/p1`, { headers: { authorization: 'Bearer t' } });
  let length = 0;
  for await (const part of response.body ?? []) length += part.length;
  expect(length).toBe(64 * 1024 * 1024);
  expect(mock.written.err).toContain(
    'warning: GET /pets/{id} 200: response body: The body is too long to be validated',
  );
  expect(mock.written.err).not.toContain('error:');
});

test('redirects to odd addresses are told without the credentials in them', async () => {
  const addresses = ['http://ann:pass-secret-1@x.test/?token=query-secret-1', 'javascript:alert(1)', 'http://[::1'];
  const upstream = await realService((_request, response) => {
    response.writeHead(302, { location: addresses.shift() ?? '' }).end();
  });
  const mock = await mockOf(upstream, '--json');
  while (addresses.length > 0) expect((await call(mock.url, 'GET', '/pets/p1')).status).toBe(302);
  expect(mock.written.out).toContain('The service redirects to another one: http://x.test/?token=redacted-');
  expect(mock.written.out).toContain('The service redirects to another one: javascript:alert(1)');
  expect(mock.written.out).not.toMatch(/(?:pass|query)-secret/);
});

test('long bodies stream both ways, and nothing of them is held', async () => {
  const size = 64 * 1024 * 1024;
  let received = 0;
  const chunk = randomBytes(1024 * 1024);
  const upstream = await rawService((socket) => {
    socket.on('data', (data) => {
      received += data.length;
      if (data.toString('latin1').startsWith('GET')) {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`);
        for (let sent = 0; sent < size; sent += chunk.length) socket.write(chunk);
      } else if (received >= size) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  const mock = await mockOf(upstream);
  const response = await fetch(`${mock.url}/files/a`, { headers: { authorization: 'Bearer t' } });
  let length = 0;
  for await (const part of response.body ?? []) length += part.length;
  expect(length).toBe(size);
  received = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (length <= 0) controller.close();
      else controller.enqueue(Uint8Array.from(chunk));
      length -= chunk.length;
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { authorization: 'Bearer t', 'content-type': 'application/octet-stream', 'content-length': String(size) },
  };
  expect((await fetch(`${mock.url}/files/a`, init)).status).toBe(204);
  expect(received).toBeGreaterThanOrEqual(size);
}, 60_000);

test('HEAD and statuses without a body pass, with their headers', async () => {
  const upstream = await realService(({ method, headers }, response) => {
    if (headers['if-none-match'] !== undefined) response.writeHead(304, { etag: '"1"' }).end();
    else if (method === 'HEAD')
      response.writeHead(200, { 'content-length': '24', 'content-type': 'application/json' }).end();
    else response.writeHead(204).end();
  });
  const mock = await mockOf(upstream);
  const head = await call(mock.url, 'HEAD', '/pets/p1');
  expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '24', '']);
  const known = await call(mock.url, 'GET', '/pets/p1', { headers: { 'if-none-match': '"1"' } });
  expect([known.status, known.headers.get('etag')]).toEqual([304, '"1"']);
  expect((await call(mock.url, 'DELETE', '/pets/p1')).status).toBe(204);
  expect(mock.written.err).not.toContain('error:');
});
