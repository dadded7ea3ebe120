import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, textAt } from './call.js';
import { related, startPlatform, type Platform } from './platform.js';
import { picture } from './pictures.js';

const listsWithSize = ['/videos?chart=mostPopular', '/search?q=', '/playlists?channelId=UCvF9vnF-sEsXQxVcIjQRbnL'];

test.each(listsWithSize)(
  'a page of %s larger than the public service allows is a page of the largest size',
  async (path) => {
    const { get } = startPlatform();
    const [place = '', query = ''] = path.split('?');
    const answer = expectOk(
      await get(place, { ...K, query: { ...Object.fromEntries(new URLSearchParams(query)), maxResults: 500 } }),
    );
    expect(at(answer.json, 'pageInfo.resultsPerPage')).toBe(50);
  },
);

test('parameters that only public services want may be missing, and what they want of others does not bind', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1);
  const query = { id, part: 'snippet,everything', hl: 'xx', quotaUser: 'u'.repeat(60), prettyPrint: 'perhaps' };
  expect(expectOk(await platform.get('/playlists', { ...K, query })).ids).toEqual([id]);
  expectOk(await platform.get('/playlists', { ...T1, query: { mine: true } }));
  expectDone(await platform.remove('/playlists', { ...T1, json: { id } }));
  expectRefused(await platform.remove('/playlists', T1), 400);
});

test('an upload may be larger than public services take', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const image = picture(1280, 720);
  const bytes = new Uint8Array(3 * 1024 * 1024);
  bytes.set(image);
  expectOk(await platform.post('/thumbnails/set', { ...T1, query: { videoId }, bytes, type: 'image/png' }));
});

test('whole numbers of 64 bits may be sent as numbers, and are kept as text', async () => {
  const platform = startPlatform();
  const timing = { type: 'offsetFromStart', offsetMs: 1000, durationMs: '5000' };
  expectDone(await platform.post('/watermarks/set', { ...T1, ...related({ timing }, picture(150, 150), 'image/png') }));
  expect(at(await platform.channel(T1), 'brandingSettings.watermark.timing')).toEqual({ ...timing, offsetMs: '1000' });
  const json = { snippet: { title: 7 } };
  expectRefused(await platform.post('/playlists', { ...T1, json }), 400);
});

test('the service answers below the base paths of the document and of the public service', async () => {
  const { emulator, call } = startPlatform();
  const { origin } = new URL(emulator.baseUrl);
  for (const base of ['/v3', '/youtube/v3']) expectOk(await call('GET', `${origin}${base}/i18nRegions`, K));
});

interface Update {
  /** The resource before, with its id. */
  readonly make: (platform: Platform) => Promise<object>;
  /** What is sent beside the id. */
  readonly json: object;
  readonly part: string;
  /** A path that is written, and one that is sent but not of the part. */
  readonly written?: string;
  readonly kept: string;
}

const updates: Readonly<Record<string, Update>> = {
  captions: {
    make: async (platform) => Object((await platform.caption(T1, { videoId: await platform.video(T1) })).json),
    json: { snippet: { isDraft: true } },
    part: 'id',
    kept: 'snippet.isDraft',
  },
  channelSections: {
    make: async ({ post }) =>
      Object(
        (await post('/channelSections', { ...T1, json: { snippet: { type: 'recentUploads', title: 'New' } } })).json,
      ),
    json: {
      snippet: { type: 'popularUploads', title: 'Old' },
      contentDetails: { playlists: ['PLqhYZYGJZxvKlCB9-1p-FbX9Acsw_C5t6'] },
    },
    part: 'contentDetails',
    written: 'contentDetails.playlists',
    kept: 'snippet.title',
  },
  channels: {
    make: async (platform) => Object(await platform.channel(T1)),
    json: { brandingSettings: { channel: { keywords: 'tides' } }, invideoPromotion: { useSmartTiming: true } },
    part: 'brandingSettings',
    written: 'brandingSettings.channel.keywords',
    kept: 'invideoPromotion',
  },
  comments: {
    make: async (platform) => {
      const id = await platform.comment(T1, await platform.video(T1));
      return Object(expectOk(await platform.get('/comments', { ...T1, query: { id } })).items[0]);
    },
    json: { snippet: { textOriginal: 'Second' } },
    part: 'id',
    kept: 'snippet.textOriginal',
  },
  playlistItems: {
    make: async (platform) => {
      const playlistId = await platform.playlist(T1);
      const videoId = await platform.video(T1);
      await platform.item(T1, { playlistId, videoId });
      return Object((await platform.item(T1, { playlistId, videoId })).json);
    },
    json: { snippet: { position: 0 }, contentDetails: { note: 'Watch this' } },
    part: 'contentDetails',
    written: 'contentDetails.note',
    kept: 'snippet.position',
  },
  playlists: {
    make: async ({ post }) => Object((await post('/playlists', { ...T1, json: { snippet: { title: 'Mix' } } })).json),
    json: { snippet: { title: 'Other' }, status: { privacyStatus: 'private' } },
    part: 'status',
    written: 'status.privacyStatus',
    kept: 'snippet.title',
  },
  videos: {
    make: async (platform) => {
      const id = await platform.video(T1);
      return Object(expectOk(await platform.get('/videos', { ...T1, query: { id } })).items[0]);
    },
    json: { snippet: { title: 'Other', categoryId: '22' }, status: { privacyStatus: 'private' } },
    part: 'status',
    written: 'status.privacyStatus',
    kept: 'snippet.title',
  },
};

test.each(Object.entries(updates))(
  'an update of %s writes and answers the parts that it names, and leaves the others alone',
  async (name, update) => {
    const platform = startPlatform();
    const before = await update.make(platform);
    const id = textAt(before, 'id');
    const json = { id, ...update.json };
    const answer = expectOk(await platform.put(`/${name}`, { ...T1, query: { part: update.part }, json }));
    const parts = [...new Set(['kind', 'etag', 'id', update.part])];
    expect(Object.keys(Object(answer.json)).toSorted()).toEqual(parts.toSorted());
    if (update.written !== undefined) expect(at(answer.json, update.written)).toEqual(at(json, update.written));
    const query: Readonly<Record<string, string>> =
      name === 'captions' ? { videoId: textAt(before, 'snippet.videoId') } : { id };
    const after = expectOk(await platform.get(`/${name}`, { ...T1, query })).items[0];
    expect(at(after, update.kept)).toEqual(at(before, update.kept));
    expect(at(after, update.kept)).not.toEqual(at(json, update.kept));
  },
);

test('an update that names no part writes all that was sent', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1);
  const json = { id, snippet: { title: 'Other' }, status: { privacyStatus: 'private' } };
  expect(expectOk(await platform.put('/playlists', { ...T1, json })).json).toMatchObject(json);
});

test('a change is made only while the resource has the tag in If-Match', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1);
  const before = expectOk(await platform.get('/playlists', { ...K, query: { id } })).items[0];
  const headers = { ...T1.headers, 'if-match': String(at(before, 'etag')) };
  const json = { id, snippet: { title: 'Other' } };
  expectOk(await platform.put('/playlists', { ...T1, headers, json }));
  const refused = await platform.remove('/playlists', { ...T1, headers, query: { id } });
  expectRefused(refused, 412);
  expect(refused.reason).toBe('conditionNotMet');
  const after = expectOk(await platform.get('/playlists', { ...K, query: { id } })).items[0];
  expect(at(after, 'snippet.title')).toBe('Other');
  const now = { ...T1.headers, 'if-match': `"${String(at(after, 'etag'))}"` };
  expectDone(await platform.remove('/playlists', { ...T1, headers: now, query: { id } }));
});

test('fields leave of a response what they name, of a list as of a resource', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1);
  const query = { id, fields: 'items(id,snippet/title)' };
  expect(expectOk(await platform.get('/playlists', { ...K, query })).json).toEqual({
    items: [{ id, snippet: { title: 'Mix' } }],
  });
  const refused = await platform.get('/playlists', { ...K, query: { id, fields: 'items(' } });
  expectRefused(refused, 400);
  expect([refused.reason, at(refused.json, 'error.errors.0.location')]).toEqual(['invalidParameter', 'fields']);
  const made = await platform.post('/playlists', {
    ...T1,
    query: { fields: 'snippet/title' },
    json: { snippet: { title: 'A' } },
  });
  expect(expectOk(made).json).toEqual({ snippet: { title: 'A' } });
});
