import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, T2, textAt, type Answer } from './call.js';
import { picture } from './pictures.js';
import { related, specialList, startPlatform, valuesAt, type Platform } from './platform.js';

function banner({ post }: Platform, width: number, height: number): Promise<Answer> {
  return post('/channelBanners/insert', { ...T1, bytes: picture(width, height), type: 'image/png' });
}

/** The first bytes of a JPEG of a size: what says how large it is. */
function jpeg(width: number, height: number): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    0x4a,
    0x46,
    0x49,
    0x46,
    0,
    1,
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    0xff,
    0xc0,
    0,
    17,
    8,
    ...size,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
    0xff,
    0xd9,
  ]);
}

test.each([
  [2048, 1153],
  [2049, 1152],
  [2560, 1441],
  [2100, 1200],
])('B1: a banner of %i x %i is not 16:9 and is refused', async (width, height) => {
  expectRefused(await banner(startPlatform(), width, height), 400);
});

test('B1: the aspect of a JPEG is looked at too', async () => {
  const { post } = startPlatform();
  expectOk(await post('/channelBanners/insert', { ...T1, bytes: jpeg(2560, 1440), type: 'image/jpeg' }));
  expectRefused(await post('/channelBanners/insert', { ...T1, bytes: jpeg(2560, 1439), type: 'image/jpeg' }), 400);
});

test.each([
  [1920, 1080],
  [2032, 1143],
  [1280, 720],
])('B2: a banner of %i x %i is too small', async (width, height) => {
  expectRefused(await banner(startPlatform(), width, height), 400);
});

test.each([
  [2048, 1152],
  [2560, 1440],
  [3840, 2160],
])('B3: a banner of %i x %i is taken: the recommended size is only recommended', async (width, height) => {
  expectOk(await banner(startPlatform(), width, height));
});

test('B4: the response carries an address that serves the image', async () => {
  const platform = startPlatform();
  const answer = expectOk(await banner(platform, 2048, 1152));
  const url = textAt(answer.json, 'url');
  expect([textAt(answer.json, 'kind'), URL.canParse(url)]).toEqual([expect.stringContaining('#'), true]);
  const image = expectOk(await platform.call('GET', url));
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(image.bytes).equals(Buffer.from(picture(2048, 1152)))).toBe(true);
});

test('B5: what is no image is rejected', async () => {
  const { post } = startPlatform();
  const empty = await post('/channelBanners/insert', { ...T1, type: 'image/png', bytes: '' });
  expectRefused(empty, 400);
  expect(empty.reason).toBe('mediaBodyRequired');
  expectRefused(await post('/channelBanners/insert', T1), 400);
  expectRefused(await post('/channelBanners/insert', { ...T1, type: 'image/png', bytes: 'just words' }), 400);
  expectRefused(
    await post('/channelBanners/insert', { ...T1, type: 'image/png', bytes: picture(2048, 1152).slice(0, 20) }),
    400,
  );
  expectRefused(await post('/channelBanners/insert', { ...T1, json: { url: 'https://example.test/a.png' } }), 400, 415);
});

test('B6: a banner is shown after its address is set on the channel, not before', async () => {
  const platform = startPlatform();
  const id = await platform.channelId(T1);
  const shown = async (): Promise<unknown> =>
    at(await platform.channel(T1), 'brandingSettings.image.bannerExternalUrl');
  const before = await platform.channel(T1);
  const url = textAt(expectOk(await banner(platform, 2560, 1440)).json, 'url');
  expect(await platform.channel(T1)).toEqual(before);
  expectOk(
    await platform.put('/channels', { ...T1, json: { id, brandingSettings: { image: { bannerExternalUrl: url } } } }),
  );
  expect(await shown()).toBe(url);
});

test('H1: a list of channels holds none, one or more', async () => {
  const { get, channelId } = startPlatform();
  const [first, second] = [await channelId(T1), await channelId(T2)];
  expect(expectOk(await get('/channels', { ...K, query: { id: 'UCnobody' } })).items).toEqual([]);
  expect((await get('/channels', { ...K, query: { id: `${second},${first}` } })).ids).toEqual([second, first]);
  expect((await get('/channels', { ...K, query: { id: `${second},UCnobody` } })).ids).toEqual([second]);
  expect((await get('/channels', { ...T1, query: { mine: true } })).ids).toEqual([first]);
});

test('H2: an update changes the branding and the promotion and nothing else', async () => {
  const { put, channel } = startPlatform();
  const before = await channel(T1);
  const id = textAt(before, 'id');
  const promotion = {
    items: [{ id: { type: 'website', websiteUrl: 'https://example.test' } }],
    position: { type: 'corner' },
  };
  const branding = { channel: { title: 'Renamed', keywords: 'tides moons' } };
  const json = {
    id,
    brandingSettings: branding,
    invideoPromotion: promotion,
    snippet: { title: 'Forged' },
    statistics: { viewCount: '1000000' },
    contentDetails: { relatedPlaylists: { uploads: 'x' } },
  };
  expectOk(await put('/channels', { ...T1, json }));
  const after = await channel(T1);
  expect(after).toMatchObject({ brandingSettings: branding, invideoPromotion: promotion });
  for (const part of ['snippet', 'statistics', 'contentDetails', 'status', 'kind', 'id'])
    expect(at(after, part), part).toEqual(at(before, part));
});

test('H2: an update leaves alone what it does not send', async () => {
  const { put, channel } = startPlatform();
  const id = textAt(await channel(T1), 'id');
  expectOk(await put('/channels', { ...T1, json: { id, brandingSettings: { channel: { keywords: 'tides' } } } }));
  expect(at(await channel(T1), 'brandingSettings.channel')).toMatchObject({ keywords: 'tides', showBrowseView: true });
  expectOk(await put('/channels', { ...T1, json: { id, invideoPromotion: { useSmartTiming: true } } }));
  expect(at(await channel(T1), 'brandingSettings.channel')).toMatchObject({ keywords: 'tides', showBrowseView: true });
});

test('H2: an update that holds nothing updatable changes nothing', async () => {
  const { put, channel } = startPlatform();
  const before = await channel(T1);
  const answer = await put('/channels', { ...T1, json: { id: textAt(before, 'id'), snippet: { title: 'Forged' } } });
  expect([200, 400]).toContain(answer.status);
  expect(await channel(T1)).toEqual(before);
});

const lists = ['uploads', 'likes', 'watchHistory', 'watchLater'];

test('H3: a channel names its special lists, each a playlist that its owner can list', async () => {
  const { get, channel } = startPlatform();
  const own = await channel(T1);
  const ids = lists.map((name) => specialList(own, name));
  expect(new Set(ids).size).toBe(4);
  expect(ids).not.toContain('');
  expect(lists.map((name) => specialList(own, name))).toEqual(
    await channel(T1).then((again) => lists.map((name) => specialList(again, name))),
  );
  for (const playlistId of ids) expectOk(await get('/playlistItems', { ...T1, query: { playlistId } }));
});

test('H4: liked videos follow the ratings, uploads follow the videos', async () => {
  const { get, post, remove, channel, video } = startPlatform();
  const own = await channel(T1);
  const inList = async (name: string): Promise<readonly unknown[]> =>
    valuesAt(
      (await get('/playlistItems', { ...T1, query: { playlistId: specialList(own, name) } })).items,
      'snippet.resourceId.videoId',
    );
  const id = await video(T1);
  expect((await inList('uploads'))[0]).toBe(id);
  expectDone(await post('/videos/rate', { ...T1, query: { id, rating: 'like' } }));
  expect(await inList('likes')).toContain(id);
  expectDone(await post('/videos/rate', { ...T1, query: { id, rating: 'none' } }));
  expect(await inList('likes')).not.toContain(id);
  expectDone(await remove('/videos', { ...T1, query: { id } }));
  expect(await inList('uploads')).not.toContain(id);
});

test.each(['likes', 'watchHistory', 'watchLater'])('H5: %s is for the owner alone', async (name) => {
  const platform = startPlatform();
  const playlistId = specialList(await platform.channel(T1), name);
  for (const other of [K, T2]) {
    const answer = await platform.get('/playlistItems', { ...other, query: { playlistId } });
    if (answer.status === 200) expect(answer.items).toEqual([]);
    else expectRefused(answer, 403, 404);
  }
});

test('H5: nobody writes the watch history, nor a list that follows from something else', async () => {
  const platform = startPlatform();
  const own = await platform.channel(T1);
  const videoId = await platform.video(T1);
  const before = platform.state();
  for (const name of ['watchHistory', 'uploads'])
    expectRefused(await platform.item(T1, { playlistId: specialList(own, name), videoId }), 400, 403);
  for (const name of lists) {
    const id = specialList(own, name);
    expectRefused(await platform.remove('/playlists', { ...T1, query: { id } }), 400, 403);
    expectRefused(await platform.put('/playlists', { ...T1, json: { id, snippet: { title: 'x' } } }), 400, 403);
  }
  expect(platform.state()).toBe(before);
});

const watermark = {
  targetChannelId: 'UCkp8nasVpcXwQh37ChgOzfZ',
  timing: { type: 'offsetFromStart', offsetMs: '1000', durationMs: '5000' },
};

test('W1: a watermark keeps its image, its target and its timing, and the channel shows it', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  expectDone(
    await platform.post('/watermarks/set', {
      ...T1,
      ...related(watermark, picture(150, 150), 'image/png'),
      query: { channelId },
    }),
  );
  const branding = at(await platform.channel(T1), 'brandingSettings');
  expect(branding).toMatchObject({ watermark });
  const image = expectOk(await platform.call('GET', textAt(branding, 'watermark.imageUrl')));
  expect(image.headers.get('content-type')).toBe('image/png');
});

test("W1: without a channel the watermark is for the caller's own", async () => {
  const platform = startPlatform();
  expectDone(await platform.post('/watermarks/set', { ...T1, bytes: picture(150, 150), type: 'image/png' }));
  expect(at(await platform.channel(T1), 'brandingSettings.watermark')).toBeDefined();
});

test("W1: a watermark is rejected on another's channel, without an image, and to an unknown target", async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  await platform.channelId(T2);
  const before = platform.state();
  const image = { bytes: picture(150, 150), type: 'image/png' };
  expectRefused(await platform.post('/watermarks/set', { ...T2, ...image, query: { channelId } }), 403);
  expectRefused(await platform.post('/watermarks/set', { ...T1, ...image, query: { channelId: 'UCnobody' } }), 404);
  expectRefused(await platform.post('/watermarks/set', { ...T1, query: { channelId } }), 400);
  expectRefused(await platform.post('/watermarks/set', { ...T1, bytes: 'words', type: 'image/png' }), 400);
  expectRefused(
    await platform.post('/watermarks/set', {
      ...T1,
      ...related({ targetChannelId: 'UCnobody' }, picture(9, 9), 'image/png'),
    }),
    400,
    404,
  );
  expect(platform.state()).toBe(before);
});

test('W2: unsetting removes the watermark, however often it is asked for', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  expectDone(
    await platform.post('/watermarks/set', {
      ...T1,
      ...related(watermark, picture(150, 150), 'image/png'),
      query: { channelId },
    }),
  );
  expectRefused(await platform.post('/watermarks/unset', { ...T2, query: { channelId } }), 403);
  for (let times = 0; times < 2; times += 1)
    expectDone(await platform.post('/watermarks/unset', { ...T1, query: { channelId } }));
  expect(at(await platform.channel(T1), 'brandingSettings.watermark')).toBeUndefined();
});
