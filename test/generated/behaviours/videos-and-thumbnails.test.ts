import { createVideoPlatform } from '@speccast/video-platform';
import { VideoListResponse } from '@speccast/video-platform/validators';
import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, T2, textAt, type Answer, type Sent } from './call.js';
import { cornerColours, picture, quarters, readPicture, type Colour } from './pictures.js';
import { related, specialList, startPlatform, valuesAt, type Platform } from './platform.js';

function rate({ post }: Platform, user: Sent, id: string, rating: string): Promise<Answer> {
  return post('/videos/rate', { ...user, query: { id, rating } });
}

async function shown({ get }: Platform, id: string, user: Sent = K): Promise<unknown> {
  return expectOk(await get('/videos', { ...user, query: { id } })).items[0];
}

async function likes(platform: Platform, id: string): Promise<readonly [number, number]> {
  const video = await shown(platform, id);
  return [Number(at(video, 'statistics.likeCount')), Number(at(video, 'statistics.dislikeCount'))];
}

function setThumbnail({ post }: Platform, user: Sent, videoId: string, bytes: Uint8Array): Promise<Answer> {
  return post('/thumbnails/set', { ...user, query: { videoId }, bytes, type: 'image/png' });
}

test('V1: bytes alone make a video with a title, for everybody to see', async () => {
  const platform = startPlatform();
  const answer = expectOk(await platform.post('/videos', { ...T1, bytes: 'film', type: 'video/mp4' }));
  expect(answer.json).toMatchObject({
    id: expect.stringMatching(/./),
    snippet: { title: expect.stringMatching(/./), channelId: await platform.channelId(T1) },
    status: { privacyStatus: 'public' },
  });
  expect(at(await shown(platform, answer.id), 'snippet')).toEqual(at(answer.json, 'snippet'));
});

test('V1: metadata sent along is kept', async () => {
  const platform = startPlatform();
  const snippet = { title: 'Tides', description: 'And moons', tags: ['sea', 'sky'], categoryId: '28' };
  const id = await platform.video(T1, { snippet, status: { privacyStatus: 'unlisted' } });
  expect(await shown(platform, id)).toMatchObject({ snippet, status: { privacyStatus: 'unlisted' } });
});

test('V1: a video without bytes, or with a category that nobody knows, is rejected', async () => {
  const platform = startPlatform();
  await platform.channelId(T1);
  const before = platform.state();
  const empty = await platform.post('/videos', { ...T1, json: { snippet: { title: 'Tides' } } });
  expectRefused(empty, 400);
  expect(empty.reason).toBe('mediaBodyRequired');
  expectRefused(await platform.post('/videos', T1), 400);
  expectRefused(
    await platform.post('/videos', {
      ...T1,
      ...related({ snippet: { title: 'x', categoryId: '999' } }, 'film', 'video/mp4'),
    }),
    400,
  );
  expectRefused(
    await platform.post('/videos', { ...T1, ...related({ status: { privacyStatus: 'secret' } }, 'film', 'video/mp4') }),
    400,
  );
  expect(platform.state()).toBe(before);
});

test('V2: videos are listed by ids, as the most popular, or by the own rating', async () => {
  const platform = startPlatform();
  const { get, video } = platform;
  const [first, second] = [await video(T1), await video(T1)];
  expectDone(await rate(platform, T2, second, 'dislike'));
  expect((await get('/videos', { ...K, query: { id: `${second},no-such,${first}` } })).ids).toEqual([second, first]);
  expect((await get('/videos', { ...T2, query: { myRating: 'dislike' } })).ids).toEqual([second]);
  const popular = expectOk(await get('/videos', { ...K, query: { chart: 'mostPopular', regionCode: 'NZ' } }));
  const views = valuesAt(popular.items, 'statistics.viewCount').map((count) => Number(count ?? 0));
  expect(views.length).toBeGreaterThan(3);
  expect(views).toEqual([...views].toSorted((left, right) => right - left));
  expectRefused(await get('/videos', K), 400);
  expectRefused(await get('/videos', { ...K, query: { chart: 'worst' } }), 400);
});

test('V3: metadata changes and stays', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  const change = {
    snippet: { title: 'New', description: 'Words', tags: ['a', 'b'], categoryId: '10' },
    status: { privacyStatus: 'private' },
  };
  const answer = expectOk(
    await platform.put('/videos', { ...T1, json: { id, ...change, statistics: { viewCount: '1000000' } } }),
  );
  expect(answer.json).toMatchObject({ id, ...change });
  const after = await shown(platform, id, T1);
  expect(after).toMatchObject({ id, ...change });
  expect(at(after, 'statistics.viewCount')).not.toBe('1000000');
  expect(await shown(platform, id)).toBeUndefined();
});

test("V3: an update needs the id of a video of the caller's", async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  expectRefused(await platform.put('/videos', { ...T1, json: { snippet: { title: 'x' } } }), 400, 404);
  expectRefused(await platform.put('/videos', { ...T1, json: { id: 'no-such', snippet: { title: 'x' } } }), 404);
  expectRefused(await platform.put('/videos', { ...T2, json: { id, snippet: { title: 'x' } } }), 403);
  expectRefused(await platform.remove('/videos', { ...T2, query: { id } }), 403);
});

test('V3: what hangs on a deleted video goes with it', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1, { snippet: { title: 'Zebra' } });
  const playlistId = await platform.playlist(T1);
  const comment = await platform.comment(T2, id);
  const caption = expectOk(await platform.caption(T1, { videoId: id }));
  expectOk(await platform.item(T1, { playlistId, videoId: id }));
  expectDone(await rate(platform, T2, id, 'like'));
  expectDone(await platform.remove('/videos', { ...T1, query: { id } }));
  expect(await shown(platform, id, T1)).toBeUndefined();
  expectRefused(await platform.get(`/captions/${caption.id}`, T1), 404);
  expectRefused(await platform.get('/captions', { ...T1, query: { videoId: id } }), 404);
  expect((await platform.get('/comments', { ...K, query: { id: comment } })).items).toEqual([]);
  expect((await platform.get('/search', { ...K, query: { q: 'zebra' } })).items).toEqual([]);
  expect((await platform.get('/videos', { ...T2, query: { myRating: 'like' } })).ids).not.toContain(id);
  const liked = specialList(await platform.channel(T2), 'likes');
  for (const list of [playlistId, liked]) {
    const { items } = expectOk(
      await platform.get('/playlistItems', { ...(list === liked ? T2 : T1), query: { playlistId: list } }),
    );
    expect(valuesAt(items, 'snippet.resourceId.videoId')).not.toContain(id);
  }
});

test('V4: a user has one rating of a video, which can change and be taken back', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  const steps: readonly (readonly [string, readonly [number, number]])[] = [
    ['like', [1, 0]],
    ['like', [1, 0]],
    ['dislike', [0, 1]],
    ['none', [0, 0]],
    ['none', [0, 0]],
    ['like', [1, 0]],
  ];
  for (const [rating, counts] of steps) {
    expectDone(await rate(platform, T2, id, rating));
    expect(await likes(platform, id)).toEqual(counts);
  }
  expectDone(await rate(platform, T1, id, 'like'));
  expect(await likes(platform, id)).toEqual([2, 0]);
});

test('V4: a rating that nobody knows, or of no video, is rejected', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  const before = platform.state();
  expectRefused(await rate(platform, T1, id, 'adore'), 400);
  expectRefused(await platform.post('/videos/rate', { ...T1, query: { id } }), 400);
  expectRefused(await platform.post('/videos/rate', { ...T1, query: { rating: 'like' } }), 400);
  expectRefused(await rate(platform, T1, 'no-such', 'like'), 404);
  expect(platform.state()).toBe(before);
});

test("V5: ratings are the caller's own, one for each video asked for, in that order", async () => {
  const platform = startPlatform();
  const { get, video } = platform;
  const [a, b, c] = [await video(T1), await video(T1), await video(T1)];
  expectDone(await rate(platform, T1, a, 'like'));
  expectDone(await rate(platform, T1, c, 'dislike'));
  expectDone(await rate(platform, T2, b, 'like'));
  const ratings = async (user: Sent): Promise<readonly unknown[]> =>
    expectOk(await get('/videos/getRating', { ...user, query: { id: `${c},${b},${a}` } })).items;
  expect(await ratings(T1)).toEqual([
    { videoId: c, rating: 'dislike' },
    { videoId: b, rating: 'none' },
    { videoId: a, rating: 'like' },
  ]);
  expect(valuesAt(await ratings(T2), 'rating')).toEqual(['none', 'like', 'none']);
  expectRefused(await get('/videos/getRating', { ...K, query: { id: a } }), 401);
  expectRefused(await get('/videos/getRating', T1), 400);
});

test('V6: a report names a video and a reason, and nobody sees a change', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const before = [await shown(platform, videoId), await shown(platform, videoId, T1)];
  expectDone(
    await platform.post('/videos/reportAbuse', {
      ...T2,
      json: { videoId, reasonId: 'S', comments: 'Please look', language: 'en' },
    }),
  );
  expect([await shown(platform, videoId), await shown(platform, videoId, T1)]).toEqual(before);
  expectRefused(await platform.post('/videos/reportAbuse', { ...T2, json: { reasonId: 'S' } }), 400);
  expectRefused(await platform.post('/videos/reportAbuse', { ...T2, json: { videoId } }), 400);
  expectRefused(
    await platform.post('/videos/reportAbuse', { ...T2, json: { videoId: 'no-such', reasonId: 'S' } }),
    404,
  );
});

test('TH1: thumbnails are an object whose members are named by size', async () => {
  const platform = startPlatform();
  const thumbnails = at(await shown(platform, await platform.video(T1)), 'snippet.thumbnails');
  expect(Array.isArray(thumbnails)).toBe(false);
  for (const size of Object.values(thumbnails ?? {}))
    expect(size).toMatchObject({
      url: expect.stringMatching(/^https?:/),
      width: expect.any(Number),
      height: expect.any(Number),
    });
});

test('TH1: a client copes with thumbnails that leave width and height out', async () => {
  const items = [{ id: 'v', snippet: { thumbnails: { default: { url: 'https://example.test/a.png' } } } }];
  expect(VideoListResponse.check({ items })).toEqual([]);
  const client = createVideoPlatform({
    apiKey: 'k',
    baseUrl: 'https://example.test/v3',
    fetch: () => Promise.resolve(Response.json({ items })),
  });
  const { items: [video] = [] } = await client.videos.list({ id: ['v'] });
  expect([video?.snippet?.thumbnails?.default?.url, video?.snippet?.thumbnails?.default?.width]).toEqual([
    'https://example.test/a.png',
    undefined,
  ]);
});

test('TH2: which sizes there are depends on the upload and on the kind of resource', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  const names = async (width: number, height: number): Promise<readonly string[]> =>
    Object.keys(Object(expectOk(await setThumbnail(platform, T1, id, picture(width, height))).items[0]));
  expect(await names(320, 240)).toEqual(['default', 'medium', 'high']);
  expect(await names(640, 480)).toEqual(['default', 'medium', 'high', 'standard']);
  expect(await names(1280, 720)).toEqual(['default', 'medium', 'high', 'standard', 'maxres']);
  expect(Object.keys(Object(at(await platform.channel(T1), 'snippet.thumbnails')))).toEqual([
    'default',
    'medium',
    'high',
  ]);
});

test('TH3: the default thumbnail of a video is 120 x 90, that of a channel 88 x 88', async () => {
  const platform = startPlatform();
  const video = at(await shown(platform, await platform.video(T1)), 'snippet.thumbnails.default');
  const channel = at(await platform.channel(T1), 'snippet.thumbnails.default');
  expect([video, channel]).toMatchObject([
    { width: 120, height: 90 },
    { width: 88, height: 88 },
  ]);
  for (const [thumbnail, width, height] of [
    [video, 120, 90],
    [channel, 88, 88],
  ] as const) {
    const image = readPicture(expectOk(await platform.call('GET', textAt(thumbnail, 'url'))).bytes);
    expect([image.width, image.height]).toEqual([width, height]);
  }
});

/** The default thumbnail of a video after an upload, decoded. */
async function thumbnailOf(platform: Platform, upload: Uint8Array): Promise<ReturnType<typeof readPicture>> {
  const id = await platform.video(T1);
  expectOk(await setThumbnail(platform, T1, id, upload));
  const url = textAt(await shown(platform, id), 'snippet.thumbnails.default.url');
  return readPicture(expectOk(await platform.call('GET', url)).bytes);
}

const black: Colour = [0, 0, 0];

test('TH4: a wide image is resized with its aspect kept: 120 x 68 of 120 x 90', async () => {
  const image = await thumbnailOf(startPlatform(), quarters(1280, 720));
  expect([image.width, image.height]).toEqual([120, 90]);
  const rows = Array.from({ length: 90 }, (_, y) => y).filter((y) => image.at(5, y).some((value) => value > 0));
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([68, 11, 78]);
});

test('TH5: nothing is cut off, and bars above and below are black', async () => {
  const image = await thumbnailOf(startPlatform(), quarters(1280, 720));
  const corners = [image.at(0, 11), image.at(119, 11), image.at(0, 78), image.at(119, 78)];
  expect(corners).toEqual(cornerColours);
  for (const y of [0, 10, 79, 89]) for (const x of [0, 60, 119]) expect(image.at(x, y)).toEqual(black);
});

test('TH5: a tall image gets its bars at the sides', async () => {
  const image = await thumbnailOf(startPlatform(), quarters(360, 720));
  expect([image.at(38, 0), image.at(81, 0), image.at(38, 89), image.at(81, 89)]).toEqual(cornerColours);
  for (const x of [0, 36, 83, 119]) for (const y of [0, 45, 89]) expect(image.at(x, y)).toEqual(black);
});

test('TH6: the owner sets a thumbnail and the video shows its sizes', async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  const answer = expectOk(await setThumbnail(platform, T1, id, picture(1280, 720)));
  expect(answer.items).toEqual([at(await shown(platform, id), 'snippet.thumbnails')]);
});

test("TH6: a thumbnail for another's video, for none, or that is no image is rejected", async () => {
  const platform = startPlatform();
  const id = await platform.video(T1);
  await platform.channelId(T2);
  const before = platform.state();
  expectRefused(await setThumbnail(platform, T2, id, picture(640, 480)), 403);
  expectRefused(await setThumbnail(platform, T1, 'no-such', picture(640, 480)), 404);
  expectRefused(await platform.post('/thumbnails/set', { ...T1, bytes: picture(640, 480), type: 'image/png' }), 400);
  expectRefused(await platform.post('/thumbnails/set', { ...T1, query: { videoId: id } }), 400);
  expectRefused(await setThumbnail(platform, T1, id, new TextEncoder().encode('just words')), 400);
  expect(platform.state()).toBe(before);
});
