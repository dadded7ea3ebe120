import { expect, test } from 'vitest';
import {
  allPages,
  at,
  expectDone,
  expectOk,
  expectRefused,
  K,
  T1,
  T2,
  textAt,
  type Answer,
  type Sent,
} from './call.js';
import { startPlatform, valuesAt, type Platform } from './platform.js';

const northlight = 'UCkp8nasVpcXwQh37ChgOzfZ';

function search({ get }: Platform, query: NonNullable<Sent['query']>, user: Sent = K): Promise<Answer> {
  return get('/search', { ...user, query });
}

function subscribe({ post }: Platform, user: Sent, channelId: string): Promise<Answer> {
  return post('/subscriptions', {
    ...user,
    json: { snippet: { resourceId: { kind: 'video-platform#channel', channelId } } },
  });
}

/** Kinds of the results, each once. */
function kindsOf(answer: Answer): readonly string[] {
  return [...new Set(answer.items.map((item) => textAt(item, 'id.kind').replace(/^.*#/, '')))].toSorted();
}

/** A video, a playlist and a channel that all have one word. */
async function zebras(platform: Platform): Promise<{ readonly video: string; readonly playlist: string }> {
  const video = await platform.video(T1, { snippet: { title: 'Zebra crossing' } });
  const playlist = await platform.playlist(T1, { snippet: { title: 'All about the zebra' } });
  platform.emulator.state.channels.insert({ id: 'UCzebra', snippet: { title: 'Zebra channel' } });
  return { video, playlist };
}

test('Q1: a search finds videos, channels and playlists', async () => {
  const platform = startPlatform();
  const { video, playlist } = await zebras(platform);
  const answer = expectOk(await search(platform, { q: 'zebra' }));
  expect(kindsOf(answer)).toEqual(['channel', 'playlist', 'video']);
  const pointers = valuesAt(answer.items, 'id');
  expect(pointers).toContainEqual(expect.objectContaining({ videoId: video }));
  expect(pointers).toContainEqual(expect.objectContaining({ playlistId: playlist }));
  expect(pointers).toContainEqual(expect.objectContaining({ channelId: 'UCzebra' }));
});

test('Q1: without words a search finds something of each', async () => {
  const platform = startPlatform();
  expect(kindsOf(expectOk(await search(platform, {})))).toEqual(['channel', 'playlist', 'video']);
});

test.each(['video', 'channel', 'playlist'])('Q2: a search for type %s finds nothing else', async (type) => {
  const platform = startPlatform();
  await zebras(platform);
  expect(kindsOf(expectOk(await search(platform, { q: 'zebra', type })))).toEqual([type]);
});

test('Q2: a search for two types finds both, one for a type that nobody knows is rejected', async () => {
  const platform = startPlatform();
  await zebras(platform);
  expect(kindsOf(expectOk(await search(platform, { q: 'zebra', type: 'video,playlist' })))).toEqual([
    'playlist',
    'video',
  ]);
  expectRefused(await search(platform, { q: 'zebra', type: 'podcast' }), 400);
});

test('Q3: a result points to a resource that can be fetched, and goes with it', async () => {
  const platform = startPlatform();
  const { video } = await zebras(platform);
  const [found] = (await search(platform, { q: 'crossing', type: 'video' })).items;
  expect(typeof at(found, 'id')).toBe('object');
  expect((await platform.get('/videos', { ...K, query: { id: textAt(found, 'id.videoId') } })).ids).toEqual([video]);
  expectDone(await platform.remove('/videos', { ...T1, query: { id: video } }));
  expect((await search(platform, { q: 'crossing' })).items).toEqual([]);
});

test('Q3: results have no data of their own: nobody writes them', async () => {
  const { call } = startPlatform();
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expectRefused(await call(method, '/search', T1), 405);
});

test('Q3: a search comes in pages without repeats', async () => {
  const platform = startPlatform();
  for (let count = 0; count < 7; count += 1) await platform.video(T1, { snippet: { title: `Zebra ${count}` } });
  const all = await allPages(platform.emulator, '/search', { ...K, query: { q: 'zebra', maxResults: 3 } });
  expect(new Set(valuesAt(all, 'id.videoId')).size).toBe(7);
});

test('Q4: a video that is blocked in a region is not found there', async () => {
  const platform = startPlatform();
  const { id } = platform.emulator.state.videos.insert({
    snippet: { title: 'Zebra', channelId: northlight },
    status: { privacyStatus: 'public' },
    contentDetails: { regionRestriction: { blocked: ['FR'] } },
  });
  const found = async (query: NonNullable<Sent['query']>): Promise<readonly unknown[]> =>
    valuesAt((await search(platform, { q: 'zebra', ...query })).items, 'id.videoId');
  expect([await found({}), await found({ regionCode: 'NZ' }), await found({ regionCode: 'FR' })]).toEqual([
    [id],
    [id],
    [],
  ]);
  expect((await platform.get('/videos', { ...K, query: { id: String(id), regionCode: 'FR' } })).items).toEqual([]);
});

test('Q5: a search for the own finds private videos for their owner alone', async () => {
  const platform = startPlatform();
  const hidden = await platform.video(T1, { snippet: { title: 'Zebra' }, status: { privacyStatus: 'private' } });
  const found = async (user: Sent, query: NonNullable<Sent['query']>): Promise<readonly unknown[]> =>
    valuesAt((await search(platform, { q: 'zebra', ...query }, user)).items, 'id.videoId');
  expect(await found(T1, { forMine: true, type: 'video' })).toEqual([hidden]);
  expect(await found(T2, { forMine: true, type: 'video' })).toEqual([]);
  expect(await found(T1, {})).toEqual([]);
});

test("X1: a subscription is for the caller's own channel", async () => {
  const platform = startPlatform();
  const answer = expectOk(await subscribe(platform, T1, northlight));
  expect(answer.json).toMatchObject({
    snippet: { channelId: await platform.channelId(T1), resourceId: { channelId: northlight } },
  });
  expect((await platform.get('/subscriptions', { ...T1, query: { mine: true } })).ids).toContain(answer.id);
  const [newest] = (await platform.get('/activities', { ...T1, query: { mine: true } })).items;
  expect(newest).toMatchObject({
    snippet: { type: 'subscription' },
    contentDetails: { subscription: { resourceId: { channelId: northlight } } },
  });
});

test('X1: a subscription to an unknown channel, to none, or a second time is rejected', async () => {
  const platform = startPlatform();
  expectOk(await subscribe(platform, T1, northlight));
  const before = platform.state();
  expectRefused(await subscribe(platform, T1, 'UCnobody'), 404);
  expectRefused(await platform.post('/subscriptions', { ...T1, json: { snippet: {} } }), 400);
  const again = await subscribe(platform, T1, northlight);
  expectRefused(again, 400);
  expect(again.reason).toBe('subscriptionDuplicate');
  expect(platform.state()).toBe(before);
});

test('X2: subscriptions are listed by each criterion', async () => {
  const { get, ...platform } = startPlatform();
  const { id } = expectOk(await subscribe({ get, ...platform }, T1, northlight));
  const channelId = await platform.channelId(T1);
  const mine = await get('/subscriptions', { ...T1, query: { mine: true } });
  expect((await get('/subscriptions', { ...K, query: { channelId } })).ids).toEqual(mine.ids);
  expect((await get('/subscriptions', { ...K, query: { id } })).ids).toEqual([id]);
  expect((await get('/subscriptions', { ...T1, query: { mine: true, forChannelId: northlight } })).ids).toEqual([id]);
  expectRefused(await get('/subscriptions', K), 400);
  expectRefused(await get('/subscriptions', { ...K, query: { channelId: 'UCnobody' } }), 404);
});

test('X2: the subscribers of the own channel are listed for its owner', async () => {
  const platform = startPlatform();
  const { id } = expectOk(await subscribe(platform, T2, await platform.channelId(T1)));
  expect((await platform.get('/subscriptions', { ...T1, query: { mySubscribers: true } })).ids).toEqual([id]);
});

test('X2: a subscription is deleted once, by its owner, and the count of subscribers follows', async () => {
  const platform = startPlatform();
  const count = async (): Promise<number> =>
    Number(
      at((await platform.get('/channels', { ...K, query: { id: northlight } })).items[0], 'statistics.subscriberCount'),
    );
  await platform.channelId(T1);
  await platform.channelId(T2);
  const before = await count();
  const { id } = expectOk(await subscribe(platform, T1, northlight));
  expect(await count()).toBe(before + 1);
  expectRefused(await platform.remove('/subscriptions', { ...T2, query: { id } }), 403);
  expectDone(await platform.remove('/subscriptions', { ...T1, query: { id } }));
  expect(await count()).toBe(before);
  expectRefused(await platform.remove('/subscriptions', { ...T1, query: { id } }), 404);
});
