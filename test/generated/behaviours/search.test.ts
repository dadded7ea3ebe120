import { beforeAll, describe, expect, test } from 'vitest';
import { call, expectOk, K, T1, textAt, type Answer, type Sent } from './call.js';
import { startPlatform } from './platform.js';

const harbour = 'UCvF9vnF-sEsXQxVcIjQRbnL';

/** Videos with `kestrel` in their titles, by their ids. */
const videos: Readonly<Record<string, object>> = {
  short: { contentDetails: { duration: 'PT3M59S', definition: 'sd' }, statistics: { viewCount: '9' } },
  four: { contentDetails: { duration: 'PT4M', definition: 'hd', caption: 'true' }, statistics: { viewCount: '100' } },
  twenty: { contentDetails: { duration: 'PT20M', definition: 'hd', dimension: '3d' } },
  long: { contentDetails: { duration: 'PT1H1S', definition: 'hd' }, status: { embeddable: false } },
  live: {
    snippet: { liveBroadcastContent: 'live' },
    contentDetails: { duration: 'P0D' },
    liveStreamingDetails: { actualStartTime: '2024-05-05T10:00:00Z', concurrentViewers: '20' },
  },
  over: { liveStreamingDetails: { actualStartTime: '2024-05-05T10:00:00Z', actualEndTime: '2024-05-05T11:00:00Z' } },
  game: { snippet: { categoryId: '20', defaultAudioLanguage: 'fr-CA', description: 'In the reed "beds".' } },
  free: { status: { license: 'creativeCommon' }, paidProductPlacementDetails: { hasPaidProductPlacement: true } },
  music: { topicDetails: { topicIds: ['/m/04rlf'], relevantTopicIds: ['/m/02mscn'] } },
  tokyo: { recordingDetails: { location: { latitude: 35.68, longitude: 139.69 } } },
  fiji: { recordingDetails: { location: { latitude: -17, longitude: 179.9 } } },
  austria: { contentDetails: { regionRestriction: { allowed: ['AT'] } } },
  adult: { contentDetails: { contentRating: { ytRating: 'ytAgeRestricted' } } },
  noon: { snippet: { publishedAt: '2024-05-05T12:00:00Z' } },
};

/** Opens a search of those videos; the answer names them. */
function open(profile: 'documented' | 'vendor'): (query: NonNullable<Sent['query']>, user?: Sent) => Promise<Answer> {
  const { emulator } = startPlatform({ profile });
  for (const [id, video] of Object.entries(videos)) {
    const { snippet = {}, status = {}, ...rest } = Object(video);
    emulator.state.videos.insert({
      id,
      snippet: { title: `Kestrel ${id}`, channelId: harbour, publishedAt: '2020-01-01T00:00:00Z', ...snippet },
      status: { privacyStatus: 'public', ...status },
      ...rest,
    });
  }
  return (query, user = K) =>
    call(emulator, 'GET', '/search', {
      ...user,
      query: { part: 'id,snippet', maxResults: 50, q: 'kestrel', ...query },
    });
}

function idsOf(answer: Answer): readonly string[] {
  return expectOk(answer).items.map((item) => textAt(item, 'id.videoId'));
}

describe.each(['documented', 'vendor'] as const)('a search in the profile %s', (profile) => {
  let search: ReturnType<typeof open>;
  beforeAll(() => {
    search = open(profile);
  });

  test.each<[NonNullable<Sent['query']>, readonly string[]]>([
    [{ videoDuration: 'medium' }, ['four', 'twenty']],
    [{ videoDuration: 'long' }, ['long']],
    [{ eventType: 'live' }, ['live']],
    [{ eventType: 'completed' }, ['over']],
    [{ eventType: 'upcoming' }, []],
    [{ videoCategoryId: '20' }, ['game']],
    [{ videoDefinition: 'standard' }, ['short']],
    [{ videoDimension: '3d' }, ['twenty']],
    [{ videoLicense: 'creativeCommon' }, ['free']],
    [{ videoPaidProductPlacement: 'true' }, ['free']],
    [{ videoCaption: 'closedCaption' }, ['four']],
    [{ topicId: '/m/04rlf' }, ['music']],
    [{ topicId: '/m/02mscn' }, ['music']],
    [{ location: '35.60,139.60', locationRadius: '40km' }, ['tokyo']],
    [{ location: '35.60,139.60', locationRadius: '7mi' }, []],
    [{ location: '35.60,139.60', locationRadius: '13000m' }, ['tokyo']],
    [{ location: '-17,-179.9', locationRadius: '70000ft' }, ['fiji']],
    [{ q: 'kestrel "the reed"' }, ['game']],
    [{ q: 'kestrel "reed the"' }, []],
    [{ q: 'tokyo | "kestrel fiji" -austria' }, ['tokyo', 'fiji']],
    [{ publishedAfter: '2024-05-05T13:30:00+02:00' }, ['noon']],
    [{ publishedAfter: '2024-05-05T11:30:00-02:00' }, []],
    [{ publishedAfter: '2024-05-05T12:00:00.000Z', publishedBefore: '2024-05-05T14:00:00+02:00' }, ['noon']],
  ])('finds by %o', async (query, want) => {
    expect(idsOf(await search({ type: 'video', ...query }))).toEqual(want);
  });

  test.each([
    [{ videoEmbeddable: 'true' }, 'long'],
    [{ videoSyndicated: 'true' }, 'long'],
    [{ regionCode: 'DE' }, 'austria'],
    [{ safeSearch: 'strict' }, 'adult'],
    [{ videoDimension: '2d' }, 'twenty'],
    [{ videoLicense: 'youtube' }, 'free'],
    [{ videoDuration: 'any', videoCaption: 'none' }, 'four'],
  ])('leaves out by %o %s alone', async (query, want) => {
    const found = new Set(idsOf(await search({ type: 'video', ...query })));
    expect(Object.keys(videos).filter((id) => !found.has(id))).toEqual([want]);
  });

  test.each([
    ['viewCount', ['four', 'live', 'short']],
    ['date', ['noon']],
    ['title', ['adult', 'austria', 'fiji']],
    ['relevance', ['short', 'four', 'twenty']],
  ])('sorts by %s', async (order, want) => {
    expect(idsOf(await search({ type: 'video', order })).slice(0, want.length)).toEqual(want);
  });

  test('prefers what is in a language, and what has the words in its title', async () => {
    expect(idsOf(await search({ type: 'video', relevanceLanguage: 'fr' }))[0]).toBe('game');
    expect(idsOf(await search({ type: 'video', q: 'reed|fiji' }))).toEqual(['fiji', 'game']);
  });

  test('says where a video is live, and which region was searched', async () => {
    const { json, items } = expectOk(await search({ type: 'video', regionCode: 'CA', q: 'live' }));
    expect(json).toMatchObject({ regionCode: 'CA' });
    expect(items[0]).toMatchObject({ snippet: { liveBroadcastContent: 'live', channelTitle: 'Harbour Kitchen' } });
    const others = expectOk(await search({ q: 'harbour' }));
    expect(others.json).toMatchObject({ regionCode: 'US', items: [{ snippet: { liveBroadcastContent: 'live' } }] });
  });

  test.each([
    [{ location: 'Paris', locationRadius: '10km' }, 'invalidLocation'],
    [{ location: '91,0', locationRadius: '10km' }, 'invalidLocation'],
    [{ location: '1,1', locationRadius: '1001km' }, 'invalidLocation'],
    [{ location: '1,1', locationRadius: '622mi' }, 'invalidLocation'],
    [{ location: '1,1', locationRadius: '10' }, 'invalidLocation'],
    [{ location: '1,1' }, 'invalidLocation'],
    [{ relevanceLanguage: 'english' }, 'invalidRelevanceLanguage'],
    [{ relevanceLanguage: 'xx' }, 'invalidRelevanceLanguage'],
    [{ channelId: 'kitchen' }, 'invalidChannelId'],
  ])('rejects %o: %s', async (query, reason) => {
    const { status, reason: got } = await search({ type: 'video', ...query });
    expect([status, got]).toEqual([400, reason]);
  });
});

test.each([
  'videoDefinition',
  'videoDimension',
  'videoDuration',
  'videoEmbeddable',
  'videoLicense',
  'videoPaidProductPlacement',
  'videoSyndicated',
  'videoType',
])('a search for the own does not go with %s', async (name) => {
  const search = open('vendor');
  const query = { type: 'video', [name]: 'any' };
  expect((await search({ ...query, forMine: true }, T1)).reason).toBe('invalidSearchFilter');
  const forContentOwner = { forContentOwner: true, onBehalfOfContentOwner: 'owner' };
  expect((await search({ ...query, ...forContentOwner }, T1)).reason).toBe('invalidSearchFilter');
});

test.each([
  ['videoType', 'any'],
  ['videoType', 'movie'],
  ['channelType', 'any'],
  ['channelType', 'show'],
])('a search says that %s=%s has no effect', async (name, value) => {
  const query = { ...(name === 'videoType' && { type: 'video' }), [name]: value };
  expect((await open('vendor')(query)).headers.get('x-mock-ignored')).toBe(name);
});

test('of the videos of a channel 500 are found', async () => {
  const { emulator, get } = startPlatform();
  for (let count = 0; count < 510; count += 1)
    emulator.state.videos.insert({
      snippet: { title: 'Tides', channelId: harbour },
      status: { privacyStatus: 'public' },
    });
  const total = async (query: NonNullable<Sent['query']>): Promise<unknown> =>
    expectOk(await get('/search', { ...K, query: { q: 'tides', ...query } })).json;
  expect(await total({ type: 'video', channelId: harbour })).toMatchObject({ pageInfo: { totalResults: 500 } });
  expect(await total({ channelId: harbour })).toMatchObject({ pageInfo: { totalResults: 510 } });
});

test('a search sorts videos by likes and channels by their videos', async () => {
  const platform = startPlatform();
  const ids = await Promise.all(['Tern one', 'Tern two'].map((title) => platform.video(T1, { snippet: { title } })));
  await platform.post('/videos/rate', { ...T1, query: { id: ids[1] ?? '', rating: 'like' } });
  const liked = await platform.get('/search', { ...K, query: { q: 'tern', type: 'video', order: 'rating' } });
  expect(idsOf(liked)).toEqual([ids[1], ids[0]]);
  platform.emulator.state.channels.insert({ id: 'UCterns', snippet: { title: 'Terns' } });
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    platform.emulator.state.videos.insert({
      snippet: { title, channelId: 'UCterns' },
      status: { privacyStatus: 'public' },
    });
  const channels = await platform.get('/search', { ...K, query: { type: 'channel', order: 'videoCount' } });
  expect(textAt(channels.items[0], 'id.channelId')).toBe('UCterns');
});

test('a draft is no caption of a video', async () => {
  const platform = startPlatform();
  const [first, second] = await Promise.all(
    ['a', 'b'].map((one) => platform.video(T1, { snippet: { title: `Tern ${one}` } })),
  );
  await platform.caption(T1, { videoId: first, language: 'en', name: '' });
  await platform.caption(T1, { videoId: second, language: 'en', name: '', isDraft: true });
  const found = async (videoCaption: string): Promise<readonly string[]> =>
    idsOf(await platform.get('/search', { ...K, query: { q: 'tern', type: 'video', videoCaption } }));
  expect([await found('closedCaption'), await found('none')]).toEqual([[first], [second]]);
});
