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
  ])('%s is read', async (encoding, bytes) => {
    const response = await insert(bytes, { 'content-encoding': encoding });
    expect([response.status, await response.json()]).toMatchObject([200, { snippet: { title: 'zipped' } }]);
  });

  test.each([
    ['br', gzipSync(playlist), 415],
    ['gzip, gzip', gzipSync(playlist), 415],
    ['nonsense', gzipSync(playlist), 415],
    ['gzip', Buffer.from(playlist), 400],
    ['gzip', gzipSync(playlist).subarray(0, 20), 400],
  ])('%s is an error where it cannot be read', async (encoding, bytes, status) => {
    expect((await insert(bytes, { 'content-encoding': encoding })).status).toBe(status);
  });

  test('is as long as what it holds: 100 MiB of zeros in 100 KiB are too long', async () => {
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

/** What a server sends to bytes until the connection ends. */
function raw(text: string, end: boolean): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect({ port: server.port, allowHalfOpen: true }, () => {
      socket.write(text);
      if (end) socket.end();
    });
    socket.on('data', (chunk) => (got += String(chunk)));
    for (const event of ['end', 'close', 'error']) socket.once(event, () => resolve(got));
  });
}

function upload(length: number, bytes: string): string {
  const path = '/upload/youtube/v3/videos?part=snippet&uploadType=media';
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer liar\r\nContent-Type: video/mp4\r\nContent-Length: ${length}\r\n\r\n${bytes}`;
}

function videos(): number {
  const { ownId } = emulator.as('liar');
  return emulator.state.videos.list().filter(({ snippet }) => snippet?.channelId === ownId).length;
}

describe('a Content-Length that is not true', () => {
  test('is an error where the bytes are fewer, and nothing is stored', async () => {
    const before = videos();
    expect(await raw(upload(100, 'x'.repeat(10)), true)).toMatch(/^HTTP\/1\.1 400 [^]*incompleteBody/);
    expect(videos()).toBe(before);
  });

  test('is an error where the bytes are more, and nothing is stored', async () => {
    const before = videos();
    expect(await raw(upload(10, 'x'.repeat(100)), true)).toMatch(/^HTTP\/1\.1 400 /);
    expect(videos()).toBe(before);
    expect(await raw(upload(10, 'x'.repeat(10)), true)).toMatch(/^HTTP\/1\.1 200 /);
    expect(videos()).toBe(before + 1);
  });

  test.each([
    ['more', '1000'],
    ['less', '3'],
  ])('is an error in memory, where it says %s', async (_what, length) => {
    const before = videos();
    const response = await emulator.fetch('http://a.test/upload/youtube/v3/videos?part=snippet&uploadType=media', {
      method: 'POST',
      headers: { authorization: 'Bearer liar', 'content-type': 'video/mp4', 'content-length': length },
      body: 'x'.repeat(10),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('invalidContentLength')]);
    expect(videos()).toBe(before);
  });

  test('of a resumable upload is an error, and the session goes on', async () => {
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

  // The same piece again and again: as many as the size would be garbage that counts until it is collected.
  const all = new Uint8Array(1_000_000);

  function bytes(): ReadableStream<Uint8Array> {
    let left = size;
    return new ReadableStream({
      pull: (controller) => {
        const piece = all.subarray(0, Math.min(left, all.length));
        left -= piece.length;
        controller.enqueue(piece);
        if (left === 0) controller.close();
      },
    });
  }

  const init = (method: string): RequestInit & { duplex: 'half' } => ({
    method,
    headers: { ...ann, 'content-type': 'video/mp4' },
    body: bytes(),
    duplex: 'half',
  });

  /** Most bytes outside the heap that were in use while something went on. */
  async function growth(work: () => Promise<void>): Promise<number> {
    const { arrayBuffers } = process.memoryUsage();
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - arrayBuffers)), 5);
    await work();
    clearInterval(timer);
    return most;
  }

  test('is kept outside memory without a file for the state, in one request and in a session', async () => {
    const grown = await growth(async () => {
      const url = new URL('/upload/youtube/v3/videos?part=snippet&uploadType=media', server.url);
      expect((await fetch(url, init('POST'))).status).toBe(200);
      url.searchParams.set('uploadType', 'resumable');
      const start = await fetch(url, { method: 'POST', headers: { ...ann, 'x-upload-content-type': 'video/mp4' } });
      expect((await fetch(start.headers.get('location') ?? '', init('PUT'))).status).toBe(201);
    });
    expect(emulator.journal.some(({ media }) => media?.bytes === size)).toBe(true);
    // Both files in memory would take twice as much; what was received is not collected at once.
    expect(grown).toBeLessThan(size);
    expect(readdirSync(tmpdir()).some((name) => name.startsWith('speccast-media-'))).toBe(true);
  });
});
