import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCore } from '@speccast/runtime/client';
import type { Core } from '@speccast/runtime/client';
import { download } from '@speccast/runtime';
import { catchError, createOperation, service, createWriteOperation } from '../support.js';

/** A request that the server received. */
interface ReceivedHttpRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const seen: ReceivedHttpRequest[] = [];
let server: Server;
let client: Core;

function readPort(listening: Server): number {
  const address = listening.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      });
      if (request.url?.includes('cut') === true) {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"a":', () => response.destroy());
        return;
      }
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createCore(service, {
    baseUrl: `http://127.0.0.1:${readPort(server)}/v3`,
    apiKey: 'key-1234',
    retry: 0,
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => void (seen.length = 0));

describe('over HTTP', () => {
  test('JSON with a key in the query keeps its length', async () => {
    expect(await client.call(createWriteOperation({ auth: ['apiKey'] }), { body: { title: 'é' } })).toEqual({
      ok: true,
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/v3/films?key=key-1234',
        body: '{"title":"\xc3\xa9"}',
        headers: { 'content-type': 'application/json', 'content-length': '14', accept: 'application/json' },
      },
    ]);
    expect(seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  test.each<[string, () => unknown, string | undefined]>([
    ['bytes', () => new Uint8Array([0, 255, 10]), '3'],
    ['a Blob', () => new Blob([new Uint8Array([0, 255, 10])]), '3'],
    ['a stream', () => new Blob([new Uint8Array([0, 255, 10])]).stream(), undefined],
  ])('media arrives unchanged: %s', async (_, media, length) => {
    const upload = createOperation({ method: 'POST', auth: ['apiKey'], media: { mediaTypes: ['image/png'] } });
    expect(await client.call(upload, { media: media() })).toEqual({ ok: true });
    expect(seen).toMatchObject([{ body: '\x00\xff\n', headers: { 'content-type': 'image/png' } }]);
    expect(seen[0]?.headers['content-length']).toBe(length);
  });

  test('a streamed upload with metadata arrives as one multipart body', async () => {
    const upload = createOperation({ method: 'POST', media: { mediaTypes: ['video/*'], metadata: true } });
    await client.call(upload, { body: { a: 1 }, media: { data: new Blob(['MOVIE']).stream(), type: 'video/mp4' } });
    const boundary = seen[0]?.headers['content-type']?.split('boundary=')[1] ?? 'none';
    expect(seen[0]?.body).toBe(
      `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"a":1}\r\n--${boundary}\r\nContent-Type: video/mp4\r\n\r\nMOVIE\r\n--${boundary}--\r\n`,
    );
  });

  test('a response that is cut off is a ConnectionError, for data and a download', async () => {
    const cut = createOperation({ path: '/cut' });
    expect(await catchError(client.call(cut, {}))).toMatchObject({
      name: 'ConnectionError',
      requestMayHaveBeenProcessed: true,
    });
    expect(await catchError(download(client, cut, {}).text())).toMatchObject({ name: 'ConnectionError' });
  });

  test('a closed port is a ConnectionError with requestMayHaveBeenProcessed false', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const port = readPort(closed);
    await new Promise((resolve) => closed.close(resolve));
    const error = await catchError(
      client.with({ baseUrl: `http://127.0.0.1:${port}` }).call(createWriteOperation(), { body: {} }),
    );
    expect(error).toMatchObject({
      name: 'ConnectionError',
      requestMayHaveBeenProcessed: false,
      message: 'films.insert: no response: fetch failed (ECONNREFUSED)',
    });
  });
});
