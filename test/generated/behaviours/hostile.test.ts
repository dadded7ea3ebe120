import { bearer, createVideoPlatform, type VideoPlatform } from '@speccast/video-platform';
import {
  createEmulator,
  freedoms,
  narrowHostile,
  type Freedom,
  type HostileOption,
  type VideoPlatformEmulator,
} from '@speccast/video-platform/mocks';
import { expect, test } from 'vitest';
import { makeCalls } from '../client-calls.js';
import { recordRequests } from '../recorder.js';
import { startPlatform } from './platform.js';
import { T1, type Served } from './call.js';

const token = 'first-user';
const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

/** Creates a client whose calls fail if a response differs from the spec, except by members and values that are new. */
function createStrictClient({ baseUrl, fetch }: Served): VideoPlatform {
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return createVideoPlatform({ auth: bearer(token), baseUrl, fetch, logger, validate: { response: 'error' } });
}

/** Creates a world with a playlist of twelve items, two threads and seven replies. */
async function createWorld(): Promise<{
  readonly world: VideoPlatformEmulator;
  readonly playlistId: string;
  readonly videoId: string;
}> {
  const { emulator, insertPlaylist, uploadVideo, addItem, addComment, addReply } = startPlatform();
  const [playlistId, videoId] = [await insertPlaylist(T1), await uploadVideo(T1)];
  for (let count = 0; count < 12; count += 1) await addItem(T1, { playlistId, videoId });
  const parentId = await addComment(T1, videoId);
  await addComment(T1, videoId, 'Second');
  for (let count = 0; count < 7; count += 1) await addReply(T1, parentId);
  return { world: emulator, playlistId, videoId };
}

/** Creates an emulator with the rows of `world`, whose responses vary as the spec allows: shorter pages, new members, unknown values. */
function createHostile(world: VideoPlatformEmulator, hostile: HostileOption): VideoPlatformEmulator {
  const emulator = createEmulator({ hostile, checkResponses: true });
  emulator.restore(world.snapshot());
  return emulator;
}

test('a client iterates over each item once, whatever the sizes of the pages', async () => {
  const { world, playlistId, videoId } = await createWorld();
  const all = await createStrictClient(world).playlistItems.list({ playlistId, maxResults: 50 });
  const used = new Set<Freedom>();
  for (const seed of seeds) {
    const emulator = createHostile(world, seed);
    const client = createStrictClient(emulator);
    const items = await client.playlistItems.list({ playlistId, maxResults: 5 }).toArray({ limit: 100 });
    expect(
      items.map(({ id }) => id),
      `seed ${seed}`,
    ).toEqual(all.items?.map(({ id }) => id));
    const threads = await client.commentThreads.list({ videoId }).toArray({ limit: 100 });
    expect(threads, `seed ${seed}`).toHaveLength(2);
    const [parentId = ''] = threads.flatMap(({ id, snippet }) => (snippet?.totalReplyCount === 7 ? [id ?? ''] : []));
    expect(await client.comments.list({ parentId }).toArray({ limit: 100 }), `seed ${seed}`).toHaveLength(7);
    for (const one of emulator.journal) for (const freedom of one.freedoms ?? []) used.add(freedom);
  }
  for (const freedom of ['shortPages', 'emptyPages', 'truncateEmbeds', 'dates', 'extraMembers', 'chunked'] as const)
    expect(used).toContain(freedom);
});

test('lists by ids are never split into pages', async () => {
  const { world, playlistId } = await createWorld();
  const { items = [] } = await createStrictClient(world).playlistItems.list({ playlistId, maxResults: 50 });
  const id = items.flatMap((one) => one.id ?? []);
  for (const seed of seeds) {
    const page = await createStrictClient(
      createHostile(world, { seed, freedoms: ['shortPages', 'emptyPages'] }),
    ).playlistItems.list({
      id,
    });
    expect(page.items).toHaveLength(12);
  }
});

test('varied responses of all lists are valid by the spec', async () => {
  const { world, playlistId, videoId } = await createWorld();
  const used = new Set<Freedom>();
  for (const seed of seeds) {
    const emulator = createHostile(world, seed);
    const client = createStrictClient(emulator);
    const calls: readonly (() => PromiseLike<unknown>)[] = [
      () => client.activities.list({ mine: true }),
      () => client.captions.list({ videoId }),
      () => client.channels.list({ mine: true }),
      () => client.channels.list({ id: ['UCnone'] }),
      () => client.channelSections.list({ mine: true }),
      () => client.commentThreads.list({ videoId }),
      () => client.guideCategories.list({ regionCode: 'US' }),
      () => client.i18nLanguages.list({}),
      () => client.i18nRegions.list({}),
      () => client.members.list({}),
      () => client.membershipsLevels.list({}),
      () => client.playlistItems.list({ playlistId }),
      () => client.playlists.list({ mine: true }),
      () => client.search.list({}),
      () => client.subscriptions.list({ mine: true }),
      () => client.videoAbuseReportReasons.list({}),
      () => client.videoCategories.list({ regionCode: 'US' }),
      () => client.videos.list({ chart: 'mostPopular' }),
      () => client.videos.getRating({ id: [videoId] }),
    ];
    for (const call of calls) await call();
    for (const one of emulator.journal) for (const freedom of one.freedoms ?? []) used.add(freedom);
  }
  // No operation of this service declares two statuses without a body.
  expect([...freedoms].filter((one) => !used.has(one) && one !== 'otherStatus')).toEqual([]);
});

/** Variations with which `makeCalls` fails, since it reads these pages and members. */
const excluded: readonly Freedom[] = [
  'shortPages',
  'emptyPages',
  'omitEmpty',
  'omitOptional',
  'unknownValues',
  'truncateEmbeds',
  'omitThumbnails',
  'omitSizes',
];

test('a client can call all operations with varied responses', async () => {
  for (const seed of [1, 2, 3]) {
    const hostile = { seed, freedoms: freedoms.filter((one) => !excluded.includes(one)) };
    const emulator = createEmulator({ checkResponses: true, hostile });
    const recorder = recordRequests(emulator.fetch);
    const client = createStrictClient({ baseUrl: emulator.baseUrl, fetch: recorder.fetch });
    await makeCalls('video', { client, recorder, base: '/v3', authorization: `Bearer ${token}` });
  }
});

test('responses are the same for the same seed and requests', async () => {
  const { world } = await createWorld();
  const readTexts = async (hostile: HostileOption): Promise<readonly string[]> => {
    const { baseUrl, fetch } = createHostile(world, hostile);
    const texts: string[] = [];
    for (let count = 0; count < 8; count += 1)
      texts.push(await (await fetch(`${baseUrl}/videos?chart=mostPopular&key=k`)).text());
    return texts;
  };
  expect(await readTexts(7)).toEqual(await readTexts(7));
  expect(new Set(await readTexts(7)).size).toBeGreaterThan(1);
  expect(await readTexts(7)).not.toEqual(await readTexts(8));
});

test('narrowHostile finds the variation that makes a test fail', async () => {
  const { world } = await createWorld();
  const runTest = async (hostile: HostileOption): Promise<void> => {
    const client = createStrictClient(createHostile(world, hostile));
    for (let count = 0; count < 6; count += 1) {
      const { items = [] } = await client.videos.list({ chart: 'mostPopular' });
      for (const { snippet } of items) expect(snippet?.thumbnails?.high?.width ?? 480).toBe(480);
      for (const { snippet } of items) expect(snippet?.thumbnails).toHaveProperty('default');
    }
  };
  await expect(runTest(1)).rejects.toThrow();
  expect(await narrowHostile(1, runTest)).toEqual(['omitThumbnails']);
});
