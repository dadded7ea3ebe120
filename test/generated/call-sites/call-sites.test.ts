import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { createEmulator } from '@speccast/video-platform/mocks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { abortAndTimeouts } from './abort-and-timeouts.js';
import { carefulValidation } from './careful-validation.js';
import { credentials } from './credentials.js';
import { downloadCaptions } from './download-captions.js';
import { errorsByReason } from './errors-by-reason.js';
import { insertPlaylist } from './insert-playlist.js';
import { listAndPages } from './list-and-pages.js';
import { rateVideo } from './rate-video.js';
import { reportRows } from './report-rows.js';
import { readPictures, sendBack } from './send-back.js';
import { timingMiddleware } from './timing-middleware.js';
import { treeShaken, withFeatures } from './tree-shaken.js';
import type { Playground } from './playground.js';
import { uploadVideo } from './upload-video.js';

/** Returns only the members of an emulator that are options of a client. */
function toPlayground({ baseUrl, fetch }: Playground): Playground {
  return { baseUrl, fetch };
}

/** Creates an emulator whose chart has five videos of the caller, and then the nine of the seed. */
function createEmulatorWithVideos(): Playground {
  const emulator = createEmulator();
  const { ownId: channelId } = emulator.as('user-token');
  const videos = Array.from({ length: 5 }, (_, index) => ({
    id: `video-${index}`,
    snippet: { title: `Video ${index}`, channelId, categoryId: '22' },
    status: { privacyStatus: 'public' },
    statistics: { viewCount: String(1_000_000 - index) },
  }));
  emulator.seed({ videos });
  return toPlayground(emulator);
}

test('1: lists items and pages', async () => {
  const page = expect.stringMatching(/^page of 2, next \S+, status 200$/);
  expect(await listAndPages(createEmulatorWithVideos())).toEqual([
    'video-0: 1000000 views',
    'video-1: 999999 views',
    'video-2: 999998 views',
    ...Array.from({ length: 6 }, () => page),
    'page of 1, next none, status 200',
    'Video 0',
    'Video 1',
    'Video 2',
  ]);
});

test('2: inserts a playlist', async () => {
  expect(await insertPlaylist(toPlayground(createEmulator()))).toBe('Mix is private');
});

test('3: uploads a file in chunks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-call-sites-'));
  const path = join(folder, 'talk.mp4');
  writeFileSync(path, new Uint8Array(600_000));
  expect(await uploadVideo(toPlayground(createEmulator()), path)).toEqual([
    'a state to save',
    '0 of 600000',
    '262144 of 600000',
    '524288 of 600000',
    '600000 of 600000',
    'Talk',
  ]);
  rmSync(folder, { recursive: true });
});

test('4: downloads captions', async () => {
  const emulator = createEmulatorWithVideos();
  expect(await downloadCaptions(emulator, 'video-0')).toEqual([
    'WEBVTT',
    '1\n00:00:01,000 --> 00:00:02,500\nHello there\n',
  ]);
});

test('5: rates a video', async () => {
  expect(await rateVideo(createEmulatorWithVideos(), 'video-1')).toBe('like');
});

test('6: distinguishes errors by reason', async () => {
  expect(await errorsByReason(toPlayground(createEmulator()))).toEqual(['404 videoNotFound', '404 as a value']);
});

test('7: signs in with a token provider and a refresh token', async () => {
  const endpoint = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"access_token":"user-token","expires_in":3600}');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has no other kind of address.
  const { port } = endpoint.address() as AddressInfo;
  const emulator = createEmulator();
  const fetchEither: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith('http://127.0.0.1') ? fetch(request) : emulator.fetch(request);
  };
  const lines = await credentials({ baseUrl: emulator.baseUrl, fetch: fetchEither }, `http://127.0.0.1:${port}/token`);
  endpoint.close();
  expect(lines).toEqual(['1 channel', '1 channel', '1 token saved']);
});

test('8: reads the rows of a report', async () => {
  expect(await reportRows(toPlayground(createAdEmulator()))).toEqual([
    '20251201: string',
    '20251202: string',
    '20251203: string',
    '3 rows',
  ]);
});

test('9: calls functions in place of a client', async () => {
  expect(await treeShaken(createEmulatorWithVideos())).toBe(13);
  expect(await withFeatures(createEmulatorWithVideos())).toBe(13);
});

test('10: runs middleware', async () => {
  expect(await timingMiddleware(createEmulatorWithVideos())).toEqual(['videos.list #1 200 soon']);
});

test('11: validates requests and responses', async () => {
  expect(await carefulValidation(createEmulatorWithVideos())).toEqual([
    '13 videos',
    '0 differences',
    'ValidationError',
  ]);
});

test('12: aborts a call', async () => {
  expect(await abortAndTimeouts(createEmulatorWithVideos())).toEqual(['13 videos', 'AbortedError']);
});

test.each(['documented', 'vendor'] as const)('13: changes a resource and sends it back (%s)', async (profile) => {
  const emulator = createEmulator({ profile });
  const { ownId: channelId } = emulator.as('user-token');
  const { id = '' } = emulator.state.videos.insert({
    snippet: { title: 'Video', channelId, categoryId: '22', thumbnails: { default: { url: 'https://a.test/1.png' } } },
    status: { privacyStatus: 'public', uploadStatus: 'processed' },
    statistics: { viewCount: '1' },
  });
  const done = ['Changed', 'Changed', '0', 'Changed', 'Changed', 'Changed', 'false'];
  expect(await sendBack(toPlayground(emulator), id)).toEqual(done);
  const sent = emulator.journal.filter(({ operation }) => operation === 'videos.update');
  const whole = {
    id,
    kind: 'youtube#video',
    snippet: { title: 'Video', description: '', categoryId: '22' },
    status: { privacyStatus: 'public', license: 'youtube', embeddable: true, publicStatsViewable: true },
  };
  expect(sent.map(({ params, body }) => [params?.['part'], body])).toEqual([
    [['id', 'snippet', 'status'], whole],
    [['snippet', 'status'], { ...whole, snippet: { ...whole.snippet, title: 'Changed' } }],
  ]);
  expect(emulator.state.videos.get(id)?.snippet?.thumbnails).toEqual({ default: { url: 'https://a.test/1.png' } });
  expect(await readPictures(toPlayground(emulator), id)).toEqual([
    'default https://a.test/1.png undefined',
    'medium: none',
  ]);
});
