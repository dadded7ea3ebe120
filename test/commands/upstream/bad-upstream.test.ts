import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { testCommands } from '../command-rows.js';
import { call, createPetsFolder, startRawService, startService } from './pets.js';
import { type RunningMock, startMock } from '../run-command.js';

testCommands(import.meta.url);

function startProxy(upstream: string): Promise<RunningMock> {
  return startMock(createPetsFolder(), 'pets.yaml', '--upstream', upstream, '--fail-on', 'never');
}

test('the error for an untrusted certificate names NODE_EXTRA_CA_CERTS', async () => {
  const pem = readFileSync(new URL('../../emulator/server/localhost.pem', import.meta.url));
  const server = createSecureServer({ key: pem, cert: pem }, (_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // `as`: a server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  const mock = await startProxy(`https://127.0.0.1:${port}`);
  const { status, json } = await call(mock.url, 'GET', '/pets/p1');
  expect([status, json.error.message]).toEqual([502, expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS/)]);
});

test('a body that does not have its declared encoding is reported', async () => {
  const upstream = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('no gzip');
  });
  const mock = await startProxy(upstream);
  await call(mock.url, 'GET', '/pets/p2').catch(() => {});
  expect(mock.written.err).toContain('The body is not valid gzip, which Content-Encoding declares');
});

test('a body that is far longer without its encoding is passed on, and not validated', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const upstream = await startService((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
  const mock = await startProxy(upstream);
  const response = await fetch(`${mock.url}/pets/p1`, { headers: { authorization: 'Bearer t' } });
  let length = 0;
  for await (const part of response.body ?? []) length += part.length;
  expect(length).toBe(64 * 1024 * 1024);
  expect(mock.written.err).toContain(
    'warning: GET /pets/{id} 200: response body: The body is too long to be validated',
  );
  expect(mock.written.err).not.toContain('error:');
});

test('long bodies are streamed in both directions', async () => {
  const size = 64 * 1024 * 1024;
  let received = 0;
  const chunk = randomBytes(1024 * 1024);
  const upstream = await startRawService((socket) => {
    socket.on('data', (data) => {
      received += data.length;
      if (data.toString('latin1').startsWith('GET')) {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`);
        for (let sent = 0; sent < size; sent += chunk.length) socket.write(chunk);
      } else if (received >= size) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  const mock = await startProxy(upstream);
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
