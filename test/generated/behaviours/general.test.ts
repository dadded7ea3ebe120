import * as validators from '@speccast/video-platform/validators';
import { afterEach, expect, test, vi } from 'vitest';
import { at, expectOk, expectRefused, K, T1, textAt, type Sent } from './call.js';
import { srt, startPlatform, type Platform } from './platform.js';
import { picture } from './pictures.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A request for each list of the service. */
async function listRequests(platform: Platform): Promise<Readonly<Record<string, Sent>>> {
  const channelId = await platform.channelId(T1);
  const videoId = await platform.video(T1);
  const playlistId = await platform.playlist(T1);
  const parentId = await platform.comment(T1, videoId);
  await platform.item(T1, { playlistId, videoId });
  await platform.reply(T1, parentId);
  await platform.caption(T1, { videoId });
  expectOk(await platform.post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads' } } }));
  return {
    activities: { ...K, query: { channelId } },
    captions: { ...K, query: { videoId } },
    channelSections: { ...K, query: { channelId } },
    channels: { ...K, query: { id: channelId } },
    commentThreads: { ...K, query: { videoId } },
    comments: { ...K, query: { parentId } },
    guideCategories: K,
    i18nLanguages: K,
    i18nRegions: K,
    members: T1,
    membershipsLevels: T1,
    playlistItems: { ...K, query: { playlistId } },
    playlists: { ...K, query: { id: playlistId } },
    search: { ...K, query: { q: 'bread' } },
    subscriptions: { ...K, query: { channelId } },
    videoAbuseReportReasons: K,
    videoCategories: K,
    videos: { ...K, query: { id: videoId } },
  };
}

test('G1: every list answers a JSON object whose items are objects with a kind and an id', async () => {
  const platform = startPlatform();
  for (const [name, sent] of Object.entries(await listRequests(platform))) {
    const answer = expectOk(await platform.get(`/${name}`, sent));
    expect(answer.headers.get('content-type'), name).toMatch(/^application\/json/);
    expect(answer.items.length, name).toBeGreaterThan(0);
    for (const item of answer.items)
      expect(item, name).toMatchObject({ kind: expect.stringContaining('#'), id: expect.anything() });
  }
});

test.each([
  ['PATCH', '/playlists', ['GET', 'POST', 'PUT', 'DELETE']],
  ['DELETE', '/members', ['GET']],
  ['POST', '/guideCategories', ['GET']],
  ['PUT', '/videos/rate', ['POST']],
  ['POST', '/captions/some-id', ['GET']],
])('G2: %s %s is refused with 405 and the methods there are', async (method, path, allowed) => {
  const { call } = startPlatform();
  const answer = await call(method, path, T1);
  expectRefused(answer, 405);
  expect(answer.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...allowed]));
});

test.each(['/nosuch', '/videos/', '/videos/rate/more', '/'])(
  'G2: the unknown path %s is refused with 404',
  async (path) => {
    const { get } = startPlatform();
    expectRefused(await get(path, K), 404);
  },
);

test('G3: the version v3 is part of every path', async () => {
  const { emulator, call } = startPlatform();
  const { origin } = new URL(emulator.baseUrl);
  const sent = { ...K, query: { chart: 'mostPopular' } };
  expectOk(await call('GET', `${origin}/v3/videos`, sent));
  expectRefused(await call('GET', `${origin}/v2/videos`, sent), 404);
  expectRefused(await call('GET', `${origin}/videos`, sent), 404);
});

test('G4: a body that is not JSON is rejected where no upload is expected', async () => {
  const { post, state } = startPlatform();
  await post('/playlists', { ...T1, json: {} });
  const before = state();
  expectRefused(await post('/playlists', { ...T1, bytes: 'title', type: 'text/plain' }), 415, 400);
  expectRefused(await post('/playlists', { ...T1, bytes: '{"snippet":', type: 'application/json' }), 400);
  expectRefused(
    await post('/playlists', { ...T1, bytes: new Uint8Array([0xff, 0xfe]), type: 'application/json' }),
    400,
  );
  expectRefused(await post('/playlists', { ...T1, json: [] }), 400);
  expectRefused(await post('/playlists', { ...T1, json: 'text' }), 400);
  expectRefused(await post('/playlists', { ...T1, json: null }), 400);
  expect(state()).toBe(before);
});

test('G5: the operations that upload take raw bytes, and a download answers the file', async () => {
  const platform = startPlatform();
  const { post, put, get } = platform;
  const videoId = await platform.video(T1);
  const png = { bytes: picture(2048, 1152), type: 'image/png' };
  const caption = expectOk(await post('/captions', { ...T1, query: { videoId, language: 'en' }, bytes: srt }));
  expectOk(await put('/captions', { ...T1, query: { id: caption.id }, bytes: srt, type: 'text/plain' }));
  expectOk(await post('/channelBanners/insert', { ...T1, ...png }));
  expectOk(await post('/thumbnails/set', { ...T1, ...png, query: { videoId } }));
  expectOk(await post('/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
  expect((await post('/watermarks/set', { ...T1, ...png })).status).toBe(204);
  const file = expectOk(await get(`/captions/${caption.id}`, K));
  expect(file.text).toBe(srt);
  expect(file.headers.get('content-type')).not.toMatch(/json/);
});

test('G5: uploads are taken under /upload too, and nothing else is', async () => {
  const { emulator, call } = startPlatform();
  const { origin } = new URL(emulator.baseUrl);
  expectOk(await call('POST', `${origin}/upload/v3/videos`, { ...T1, bytes: 'film', type: 'video/mp4' }));
  expectRefused(await call('GET', `${origin}/upload/v3/playlists`, { ...T1, query: { mine: true } }), 404, 405);
});

test('G6: the service calls nobody, and there is nothing to subscribe to', async () => {
  const outside = vi.fn(() => Promise.reject(new Error('the network was used')));
  vi.stubGlobal('fetch', outside);
  const platform = startPlatform();
  await platform.comment(T1, await platform.video(T1));
  for (const path of ['/webhooks', '/events', '/push'])
    expectRefused(await platform.post(path, { ...T1, json: { url: 'https://example.test' } }), 404);
  expect(outside).not.toHaveBeenCalled();
});

test('G7: what a list answers is what its validator accepts, and fields nobody sent are not made up', async () => {
  const platform = startPlatform();
  const byName = new Map<string, unknown>(Object.entries(validators));
  for (const [name, sent] of Object.entries(await listRequests(platform))) {
    const answer = await platform.get(`/${name}`, sent);
    const validator = byName.get(`${name}ListResponse`);
    const check = at(validator, 'check');
    expect(typeof check === 'function' ? check(answer.json) : 'no validator', name).toEqual([]);
  }
  const playlist = expectOk(await platform.post('/playlists', { ...T1, json: { snippet: { title: 'Mix' } } }));
  expect(Object.keys(playlist.json ?? {}).toSorted()).toEqual([
    'contentDetails',
    'etag',
    'id',
    'kind',
    // The service makes the iframe of a playlist from its id.
    'player',
    'snippet',
    'status',
  ]);
});

test('G8: five hundred calls in a row meet no quota', async () => {
  const { get } = startPlatform();
  const statuses = new Set<number>();
  for (let index = 0; index < 500; index += 1)
    statuses.add((await get('/search', { ...K, query: { q: `word${index}` } })).status);
  expect([...statuses]).toEqual([200]);
});

test('G1: a response carries an entity tag that a later request can name', async () => {
  const { get } = startPlatform();
  const first = expectOk(await get('/i18nRegions', K));
  const tag = textAt({ tag: first.headers.get('etag') }, 'tag');
  const second = await get('/i18nRegions', { ...K, headers: { 'if-none-match': tag } });
  expect([second.status, second.text]).toEqual([304, '']);
});

test('G5: a form with a file and a part of metadata is an upload', async () => {
  const { post } = startPlatform();
  const lines = [
    '--edge',
    'content-disposition: form-data; name="metadata"',
    'content-type: application/json',
    '',
    '{"snippet":{"title":"Form"}}',
  ];
  const file = [
    '--edge',
    'content-disposition: form-data; name="file"; filename="a.mp4"',
    'content-type: video/mp4',
    '',
    'film',
    '--edge--',
    '',
  ];
  const answer = expectOk(
    await post('/videos', {
      ...T1,
      bytes: [...lines, ...file].join('\r\n'),
      type: 'multipart/form-data; boundary=edge',
    }),
  );
  expect(answer.json).toMatchObject({ snippet: { title: 'Form' } });
});

test('G7: members that the service keeps for itself cannot be written', async () => {
  const { emulator, post, put, remove } = startPlatform();
  const { id } = expectOk(
    await post('/playlists', { ...T1, json: { snippet: { title: 'Mix' }, '~special': 'uploads' } }),
  );
  expectOk(await put('/playlists', { ...T1, json: { id, snippet: { title: 'Mix' }, '~special': 'uploads' } }));
  expect(emulator.state.playlists.get(id)).not.toHaveProperty('~special');
  expect((await remove('/playlists', { ...T1, query: { id } })).status).toBe(204);
});

test('G4: JSON that is nested very deeply is rejected', async () => {
  const { post } = startPlatform();
  const nested = (depth: number): string => '{"snippet":'.repeat(depth) + '1' + '}'.repeat(depth);
  expectOk(await post('/playlists', { ...T1, bytes: `{"a":${nested(90)}}`, type: 'application/json' }));
  for (const depth of [200, 5000, 100_000])
    expectRefused(await post('/playlists', { ...T1, bytes: nested(depth), type: 'application/json' }), 400);
});
