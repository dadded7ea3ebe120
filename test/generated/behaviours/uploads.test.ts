import { createEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers } from '@speccast/video-platform/msw';
import { serve } from '@speccast/video-platform/server';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, call, expectOk, expectRefused, T1, T2, textAt, type Answer, type Sent, type Served } from './call.js';
import { pngOf } from '../images.js';
import { related, startPlatform, srt } from './platform.js';

const unit = 262_144;
const film = Uint8Array.from({ length: 2 * unit + 12_345 }, (_none, index) => (index * 13 + (index >> 9)) & 255);

interface Place extends Served {
  readonly close: () => Promise<void>;
}

const transports: readonly (readonly [string, () => Promise<Place>])[] = [
  ['in memory', async () => ({ ...createEmulator({ checkResponses: true }), close: async () => {} })],
  [
    'over HTTP',
    async () => {
      const server = await serve(createEmulator({ checkResponses: true }));
      return { baseUrl: server.url, fetch, close: server.close };
    },
  ],
];

/** Opens a session below `/upload`, as callers of the real service do, and gives its address. */
async function open(place: Served, path: string, sent: Sent, method = 'POST'): Promise<string> {
  const { origin, pathname } = new URL(place.baseUrl);
  const url = `${origin}/upload${pathname}${path}`;
  const answer = await call(place, method, url, { ...sent, query: { ...sent.query, uploadType: 'resumable' } });
  expectOk(answer);
  return answer.headers.get('location') ?? '';
}

/** Sends bytes in pieces of 256 KiB, and gives the last answer. */
async function sendAll(place: Served, address: string, bytes: Uint8Array): Promise<Answer> {
  for (let first = 0; ; first += unit) {
    const end = Math.min(first + unit, bytes.length);
    const headers = { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` };
    const answer = await call(place, 'PUT', address, { bytes: bytes.slice(first, end), type: '', headers });
    if (end === bytes.length) return answer;
    expect([answer.status, answer.headers.get('range')]).toEqual([308, `bytes=0-${end - 1}`]);
  }
}

describe.each(transports)('uploads in pieces, %s', (_name, start) => {
  let place: Place;
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.close());

  test('D10: a video comes in pieces and is there with its metadata; the end answers 201', async () => {
    const headers = { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(film.length) };
    const json = { snippet: { title: 'In pieces' }, status: { privacyStatus: 'unlisted' } };
    const address = await open(place, '/videos', { ...T1, json, headers, query: { part: 'snippet,status' } });
    expect(new URL(address).origin).toBe(new URL(place.baseUrl).origin);
    const answer = await sendAll(place, address, film);
    expect([answer.status, at(answer.json, 'snippet.title')]).toEqual([201, 'In pieces']);
    const found = expectOk(await call(place, 'GET', '/videos', { ...T1, query: { id: answer.id } }));
    expect(at(found.items[0], 'status.privacyStatus')).toBe('unlisted');
  });

  test('D24: the first step of an upload needs no bytes, and its end does', async () => {
    const address = await open(place, '/videos', { ...T1, json: {} });
    const answer = await call(place, 'PUT', address, { bytes: '', type: '' });
    expectRefused(answer, 400);
    expect(answer.reason).toBe('mediaBodyRequired');
  });

  test('CP3: a caption file that came in pieces comes back byte for byte', async () => {
    const video = expectOk(await call(place, 'POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
    const json = { snippet: { videoId: video.id, language: 'en', name: 'English' } };
    const track = await sendAll(place, await open(place, '/captions', { ...T1, json }), new TextEncoder().encode(srt));
    expectOk(track);
    expect((await call(place, 'GET', `/captions/${track.id}`, T1)).text).toBe(srt);
    const update = await open(place, '/captions', { ...T1, json: { id: track.id } }, 'PUT');
    expectOk(await sendAll(place, update, new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\nNew\n')));
    expect((await call(place, 'GET', `/captions/${track.id}`, T1)).text).toContain('New');
  });

  test('B2, B3, T1: images come in pieces, too', async () => {
    const banner = await sendAll(place, await open(place, '/channelBanners/insert', T1), pngOf(2048, 1152));
    expect(textAt(expectOk(banner).json, 'url')).toContain(new URL(place.baseUrl).origin);
    const narrow = await sendAll(place, await open(place, '/channelBanners/insert', T1), pngOf(2049, 1152));
    expectRefused(narrow, 400);
    const video = expectOk(await call(place, 'POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
    const query = { videoId: video.id };
    expectOk(await sendAll(place, await open(place, '/thumbnails/set', { ...T1, query }), pngOf(1280, 720)));
    const mark = await sendAll(place, await open(place, '/watermarks/set', T1), pngOf(150, 150));
    expect([mark.status, mark.text]).toEqual([204, '']);
  });

  test('what can be rejected before the bytes is rejected before the bytes', async () => {
    const video = expectOk(await call(place, 'POST', '/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
    const start = (path: string, sent: Sent): Promise<Answer> =>
      call(place, 'POST', path, { ...sent, query: { ...sent.query, uploadType: 'resumable' } });
    expectRefused(await start('/videos', {}), 401);
    expectRefused(await start('/videos', { ...T1, headers: { 'x-upload-content-type': 'image/png' } }), 415);
    expectRefused(await start('/videos', { ...T1, json: { snippet: { categoryId: 'none' } } }), 400);
    expectRefused(await start('/thumbnails/set', { ...T1, query: { videoId: 'none' } }), 404);
    expectRefused(await start('/thumbnails/set', { ...T2, query: { videoId: video.id } }), 403);
  });

  test('a session goes on without a token, can be asked, and is given up', async () => {
    const address = await open(place, '/videos', { ...T1, json: {} });
    const asked = await call(place, 'PUT', address, { headers: { 'content-range': 'bytes */*' } });
    expect([asked.status, asked.headers.has('range'), asked.text]).toEqual([308, false, '']);
    expect((await call(place, 'DELETE', address)).status).toBe(499);
    expectRefused(await call(place, 'PUT', address, { bytes: film }), 404);
  });
});

test.each([
  ['/captions', 'text/plain', { snippet: { language: 'en', name: 'English' } }, 'contentRequired'],
  ['/videos', 'video/mp4', { snippet: { title: 'Nothing' } }, 'mediaBodyRequired'],
  ['/channelBanners/insert', 'image/png', {}, 'mediaBodyRequired'],
  ['/thumbnails/set', 'image/png', {}, 'mediaBodyRequired'],
] as const)('an upload of no bytes to %s is rejected, however they come', async (path, type, metadata, reason) => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const query = { ...(path === '/thumbnails/set' && { videoId }) };
  const json = path === '/captions' ? { snippet: { ...metadata.snippet, videoId } } : metadata;
  const none = new Uint8Array();
  const flat = path === '/captions' ? { videoId, language: 'en', name: 'English' } : {};
  const answers = [
    await platform.post(path, { ...T1, query: { ...query, ...flat }, bytes: none, type }),
    await platform.post(path, { ...T1, query: { ...query, ...flat, uploadType: 'media' }, bytes: none, type }),
    await platform.post(path, { ...T1, query: { ...query, uploadType: 'multipart' }, ...related(json, none, type) }),
    await call(
      platform.emulator,
      'PUT',
      await open(platform.emulator, path, { ...T1, query, json, headers: { 'x-upload-content-type': type } }),
      { bytes: none, type },
    ),
  ];
  for (const answer of answers) expect([answer.status, answer.reason]).toEqual([400, reason]);
});

test('through MSW, the address of a session is below the one that was called', async () => {
  const baseUrl = 'https://api.example/films/v3';
  const { emulator } = startPlatform();
  const network = setupServer(...mswHandlers(emulator, { baseUrl }));
  network.listen({ onUnhandledRequest: 'error' });
  const place = { baseUrl, fetch };
  const started = await call(place, 'POST', 'https://api.example/upload/films/v3/videos?uploadType=resumable', T1);
  const address = started.headers.get('location') ?? '';
  expect(address).toMatch(
    /^https:\/\/api\.example\/upload\/films\/v3\/videos\?upload_id=[\w-]{64}&uploadType=resumable$/,
  );
  // This network takes every 308 for a redirect.
  const headers = { 'content-range': `bytes 0-${unit - 1}/*`, 'x-guploader-no-308': 'yes' };
  const first = await call(place, 'PUT', address, { bytes: film.slice(0, unit), type: '', headers });
  const override = first.headers.get('x-http-status-code-override');
  expect([first.status, override, first.headers.get('range')]).toEqual([200, '308', `bytes=0-${unit - 1}`]);
  expect((await call(place, 'PUT', address, { bytes: film, type: '' })).status).toBe(201);
  network.close();
});

test('the world shows no trace of an upload until it is complete', async () => {
  const platform = startPlatform();
  platform.emulator.as('first-user');
  const tables = (): unknown => platform.emulator.state.videos.list();
  const before = tables();
  const address = await open(platform.emulator, '/videos', { ...T1, json: {} });
  await platform.call('PUT', address, {
    bytes: film.slice(0, unit),
    type: '',
    headers: { 'content-range': `bytes 0-${unit - 1}/*` },
  });
  expect(tables()).toEqual(before);
});
