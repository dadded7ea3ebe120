import { gzipSync, deflateSync } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const emulator = createEmulator();
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve(emulator, { port: 0 });
});

afterAll(() => server.close());

const ann = { authorization: 'Bearer ann' };

function insert(body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/playlists?part=snippet`, {
    method: 'POST',
    headers: { ...ann, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

const playlist = JSON.stringify({ snippet: { title: 'zipped' } });

describe('a body with a content encoding', () => {
  test.each([
    ['gzip', gzipSync(playlist)],
    ['x-gzip', gzipSync(playlist)],
    ['deflate', deflateSync(playlist)],
    ['identity', Buffer.from(playlist)],
  ])('%s is decoded', async (encoding, bytes) => {
    const response = await insert(bytes, { 'content-encoding': encoding });
    expect([response.status, await response.json()]).toMatchObject([200, { snippet: { title: 'zipped' } }]);
  });

  test.each([
    ['br', gzipSync(playlist), 415],
    ['gzip, gzip', gzipSync(playlist), 415],
    ['nonsense', gzipSync(playlist), 415],
    ['gzip', Buffer.from(playlist), 400],
    ['gzip', gzipSync(playlist).subarray(0, 20), 400],
  ])('%s is rejected if it is unknown or its bytes are invalid', async (encoding, bytes, status) => {
    expect((await insert(bytes, { 'content-encoding': encoding })).status).toBe(status);
  });

  test('is limited by its decoded length: 100 MiB of zeros in 100 KiB are too long', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(110_000);
    expect((await insert(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  test('may be a form or a file', async () => {
    const form = gzipSync('part=snippet&regionCode=US&key=k');
    const categories = await fetch(`${server.url}/videoCategories`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-encoding': 'gzip',
        'x-http-method-override': 'GET',
      },
      body: new Uint8Array(form),
    });
    expect(categories.status).toBe(200);
    const video = await fetch(
      new URL('/upload/youtube/v3/videos?part=fileDetails,snippet&uploadType=media', server.url),
      {
        method: 'POST',
        headers: { ...ann, 'content-type': 'video/mp4', 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(Buffer.alloc(5000))),
      },
    );
    expect(video.status).toBe(200);
    expect((await video.json()).snippet.title).toBe('unknown');
    expect(emulator.journal.at(-1)?.media).toEqual({ bytes: 5000, mediaType: 'video/mp4' });
  });
});

/** Sends a text over TCP, ends the connection, and returns everything that the server sends. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect({ port: server.port, allowHalfOpen: true }, () => {
      socket.end(text);
    });
    socket.on('data', (chunk) => (got += String(chunk)));
    for (const event of ['end', 'close', 'error']) socket.once(event, () => resolve(got));
  });
}

/** Writes an upload as HTTP text, with a `Content-Length` that may be wrong. */
function writeUpload(length: number, bytes: string): string {
  const path = '/upload/youtube/v3/videos?part=snippet&uploadType=media';
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer liar\r\nContent-Type: video/mp4\r\nContent-Length: ${length}\r\n\r\n${bytes}`;
}

function countVideos(): number {
  const { ownId } = emulator.as('liar');
  return emulator.state.videos.list().filter(({ snippet }) => snippet?.channelId === ownId).length;
}

describe('a wrong Content-Length', () => {
  test('is an error if there are fewer bytes, and nothing is stored', async () => {
    const before = countVideos();
    expect(await sendRaw(writeUpload(100, 'x'.repeat(10)))).toMatch(/^HTTP\/1\.1 400 [^]*incompleteBody/);
    expect(countVideos()).toBe(before);
  });

  test('is an error if there are more bytes, and nothing is stored', async () => {
    const before = countVideos();
    expect(await sendRaw(writeUpload(10, 'x'.repeat(100)))).toMatch(/^HTTP\/1\.1 400 /);
    expect(countVideos()).toBe(before);
    expect(await sendRaw(writeUpload(10, 'x'.repeat(10)))).toMatch(/^HTTP\/1\.1 200 /);
    expect(countVideos()).toBe(before + 1);
  });

  test.each([
    ['more', '1000'],
    ['less', '3'],
  ])('is an error in memory if it is %s than the number of bytes', async (_what, length) => {
    const before = countVideos();
    const response = await emulator.fetch('http://a.test/upload/youtube/v3/videos?part=snippet&uploadType=media', {
      method: 'POST',
      headers: { authorization: 'Bearer liar', 'content-type': 'video/mp4', 'content-length': length },
      body: 'x'.repeat(10),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('invalidContentLength')]);
    expect(countVideos()).toBe(before);
  });

  test('of a resumable upload is an error, and the session can be continued', async () => {
    const start = await fetch(new URL('/upload/youtube/v3/videos?part=snippet&uploadType=resumable', server.url), {
      method: 'POST',
      headers: { ...ann, 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '20' },
    });
    const location = start.headers.get('location') ?? '';
    const put = async (body: string, range: string): Promise<number> =>
      (await fetch(location, { method: 'PUT', body, headers: { 'content-range': range } })).status;
    expect(await put('x'.repeat(10), 'bytes 0-19/20')).toBe(400);
    expect(await put('x'.repeat(30), 'bytes 0-19/20')).toBe(400);
    expect(await put('x'.repeat(20), 'bytes 0-19/20')).toBe(201);
  });
});

describe('an upload of 200 MB', () => {
  const size = 200_000_000;

  // One piece is sent again and again: new ones would count as used memory until they are collected.
  const piece = new Uint8Array(1_000_000);

  function streamBytes(): ReadableStream<Uint8Array> {
    let left = size;
    return new ReadableStream({
      pull: (controller) => {
        const next = piece.subarray(0, Math.min(left, piece.length));
        left -= next.length;
        controller.enqueue(next);
        if (left === 0) controller.close();
      },
    });
  }

  const init = (method: string): RequestInit & { duplex: 'half' } => ({
    method,
    headers: { ...ann, 'content-type': 'video/mp4' },
    body: streamBytes(),
    duplex: 'half',
  });

  /** Runs a function, and returns the maximum increase of array buffers during it, in bytes. */
  async function measureGrowth(work: () => Promise<void>): Promise<number> {
    const { arrayBuffers } = process.memoryUsage();
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - arrayBuffers)), 5);
    await work();
    clearInterval(timer);
    return most;
  }

  test('is stored in temporary files and not in memory, in one request or a session', async () => {
    const grown = await measureGrowth(async () => {
      const url = new URL('/upload/youtube/v3/videos?part=snippet&uploadType=media', server.url);
      expect((await fetch(url, init('POST'))).status).toBe(200);
      url.searchParams.set('uploadType', 'resumable');
      const start = await fetch(url, { method: 'POST', headers: { ...ann, 'x-upload-content-type': 'video/mp4' } });
      expect((await fetch(start.headers.get('location') ?? '', init('PUT'))).status).toBe(201);
    });
    expect(emulator.journal.some(({ media }) => media?.bytes === size)).toBe(true);
    // Two files in memory would take twice the size. Received chunks take memory until they are collected.
    expect(grown).toBeLessThan(size);
    expect(readdirSync(tmpdir()).some((name) => name.startsWith('speccast-media-'))).toBe(true);
  });
});
