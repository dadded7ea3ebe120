import { beforeAll, describe, expect, test } from 'vitest';
import { call, expectOk, K, T1, textAt, type FetchedResponse, type RequestOptions } from './call.js';
import { startPlatform } from './platform.js';
import { readYaml } from '../../rows.js';

type Query = NonNullable<RequestOptions['query']>;
/** The file search.yaml. */
interface Table {
  readonly videos: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly finds: readonly (readonly [Query, readonly string[]])[];
  readonly leavesOut: readonly (readonly [Query, string])[];
  readonly sorts: readonly (readonly [Query, readonly string[]])[];
  readonly rejects: readonly (readonly [Query, string])[];
}

const table = readYaml<Table>(new URL('search.yaml', import.meta.url));
const harbour = 'UCvF9vnF-sEsXQxVcIjQRbnL';

/** Starts an emulator with the videos of the table, and returns a function that searches them. */
function open(profile: 'documented' | 'vendor'): (query: Query) => Promise<FetchedResponse> {
  const { emulator } = startPlatform({ profile });
  for (const [id, { snippet, status, ...rest }] of Object.entries(table.videos)) {
    emulator.state.videos.insert({
      id,
      snippet: { title: `Kestrel ${id}`, channelId: harbour, publishedAt: '2020-01-01T00:00:00Z', ...snippet },
      status: { privacyStatus: 'public', ...status },
      ...rest,
    });
  }
  return (query) =>
    call(emulator, 'GET', '/search', {
      ...K,
      query: { part: 'id,snippet', maxResults: 50, q: 'kestrel', ...query },
    });
}

function readVideoIds(response: FetchedResponse): readonly string[] {
  return expectOk(response).items.map((item) => textAt(item, 'id.videoId'));
}

describe.each(['documented', 'vendor'] as const)('a search in the profile %s', (profile) => {
  let search: ReturnType<typeof open>;
  beforeAll(() => {
    search = open(profile);
  });

  test.each(table.finds)('finds by %o', async (query, want) => {
    expect(readVideoIds(await search({ type: 'video', ...query }))).toEqual(want);
  });

  test.each(table.leavesOut)('finds by %o all videos except %s', async (query, want) => {
    const found = new Set(readVideoIds(await search({ type: 'video', ...query })));
    expect(Object.keys(table.videos).filter((id) => !found.has(id))).toEqual([want]);
  });

  test.each(table.sorts)('sorts by %o', async (query, want) => {
    expect(readVideoIds(await search({ type: 'video', ...query })).slice(0, want.length)).toEqual(want);
  });

  test.each(table.rejects)('rejects %o: %s', async (query, reason) => {
    const { status, reason: got } = await search({ type: 'video', ...query });
    expect([status, got]).toEqual([400, reason]);
  });

  test('returns the region, and whether a video is live', async () => {
    const { json, items } = expectOk(await search({ type: 'video', regionCode: 'CA', q: 'live' }));
    expect(json).toMatchObject({ regionCode: 'CA' });
    expect(items[0]).toMatchObject({ snippet: { liveBroadcastContent: 'live', channelTitle: 'Harbour Kitchen' } });
    const others = expectOk(await search({ q: 'harbour' }));
    expect(others.json).toMatchObject({ regionCode: 'US', items: [{ snippet: { liveBroadcastContent: 'live' } }] });
  });
});

test('a search finds at most 500 videos of a channel', async () => {
  const { emulator, get } = startPlatform();
  for (let count = 0; count < 510; count += 1)
    emulator.state.videos.insert({
      snippet: { title: 'Tides', channelId: harbour },
      status: { privacyStatus: 'public' },
    });
  const total = async (query: Query): Promise<unknown> =>
    expectOk(await get('/search', { ...K, query: { q: 'tides', ...query } })).json;
  expect(await total({ type: 'video', channelId: harbour })).toMatchObject({ pageInfo: { totalResults: 500 } });
  expect(await total({ channelId: harbour })).toMatchObject({ pageInfo: { totalResults: 510 } });
});

test('a search sorts videos by likes and channels by their videos, and ignores drafts of captions', async () => {
  const { emulator, get, post, uploadVideo, uploadCaption } = startPlatform();
  const [first = '', second = ''] = await Promise.all(
    ['Tern one', 'Tern two'].map((title) => uploadVideo(T1, { snippet: { title } })),
  );
  await post('/videos/rate', { ...T1, query: { id: second, rating: 'like' } });
  await uploadCaption(T1, { videoId: first, language: 'en', name: '' });
  await uploadCaption(T1, { videoId: second, language: 'en', name: '', isDraft: true });
  const found = async (query: Query): Promise<readonly string[]> =>
    readVideoIds(await get('/search', { ...K, query: { q: 'tern', type: 'video', ...query } }));
  expect(await found({ order: 'rating' })).toEqual([second, first]);
  expect(await found({ videoCaption: 'closedCaption' })).toEqual([first]);
  expect(await found({ videoCaption: 'none' })).toEqual([second]);
  emulator.state.channels.insert({ id: 'UCterns', snippet: { title: 'Terns' } });
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    emulator.state.videos.insert({ snippet: { title, channelId: 'UCterns' }, status: { privacyStatus: 'public' } });
  const channels = await get('/search', { ...K, query: { type: 'channel', order: 'videoCount' } });
  expect(textAt(channels.items[0], 'id.channelId')).toBe('UCterns');
});
