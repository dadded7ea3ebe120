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

/** Answers that are not what the spec declares fail the call; what is new in them does not. */
function clientOf({ baseUrl, fetch }: Served): VideoPlatform {
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return createVideoPlatform({ auth: bearer(token), baseUrl, fetch, logger, validate: { response: 'error' } });
}

/** A world with a playlist of twelve items, two threads and seven replies. */
async function furnished(): Promise<{
  readonly world: VideoPlatformEmulator;
  readonly playlistId: string;
  readonly videoId: string;
}> {
  const { emulator, playlist, video, item, comment, reply } = startPlatform();
  const [playlistId, videoId] = [await playlist(T1), await video(T1)];
  for (let count = 0; count < 12; count += 1) await item(T1, { playlistId, videoId });
  const parentId = await comment(T1, videoId);
  await comment(T1, videoId, 'Second');
  for (let count = 0; count < 7; count += 1) await reply(T1, parentId);
  return { world: emulator, playlistId, videoId };
}

function hostileTo(world: VideoPlatformEmulator, hostile: HostileOption): VideoPlatformEmulator {
  const emulator = createEmulator({ hostile, checkResponses: true });
  emulator.restore(world.snapshot());
  return emulator;
}

test('iterating gives every item once, however the pages are cut', async () => {
  const { world, playlistId, videoId } = await furnished();
  const wanted = await clientOf(world).playlistItems.list({ playlistId, maxResults: 50 });
  const used = new Set<Freedom>();
  for (const seed of seeds) {
    const emulator = hostileTo(world, seed);
    const client = clientOf(emulator);
    const items = await client.playlistItems.list({ playlistId, maxResults: 5 }).toArray({ limit: 100 });
    expect(
      items.map(({ id }) => id),
      `seed ${seed}`,
    ).toEqual(wanted.items?.map(({ id }) => id));
    const threads = await client.commentThreads.list({ videoId }).toArray({ limit: 100 });
    expect(threads, `seed ${seed}`).toHaveLength(2);
    const [parentId = ''] = threads.flatMap(({ id, snippet }) => (snippet?.totalReplyCount === 7 ? [id ?? ''] : []));
    expect(await client.comments.list({ parentId }).toArray({ limit: 100 }), `seed ${seed}`).toHaveLength(7);
    for (const one of emulator.journal) for (const freedom of one.freedoms ?? []) used.add(freedom);
  }
  for (const freedom of ['shortPages', 'emptyPages', 'truncateEmbeds', 'dates', 'extraMembers', 'chunked'] as const)
    expect(used).toContain(freedom);
});

test('lists by ids come whole', async () => {
  const { world, playlistId } = await furnished();
  const { items = [] } = await clientOf(world).playlistItems.list({ playlistId, maxResults: 50 });
  const id = items.flatMap((one) => one.id ?? []);
  for (const seed of seeds) {
    const page = await clientOf(hostileTo(world, { seed, freedoms: ['shortPages', 'emptyPages'] })).playlistItems.list({
      id,
    });
    expect(page.items).toHaveLength(12);
  }
});

test('answers of all lists are what the spec declares, whatever liberties they take', async () => {
  const { world, playlistId, videoId } = await furnished();
  const used = new Set<Freedom>();
  for (const seed of seeds) {
    const emulator = hostileTo(world, seed);
    const client = clientOf(emulator);
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

/** What the calls themselves look at more closely than a client may. */
const lookedAt: readonly Freedom[] = [
  'shortPages',
  'emptyPages',
  'omitEmpty',
  'omitOptional',
  'unknownValues',
  'truncateEmbeds',
  'omitThumbnails',
  'omitSizes',
];

test('all operations can be called by a client in any form', async () => {
  for (const seed of [1, 2, 3]) {
    const hostile = { seed, freedoms: freedoms.filter((one) => !lookedAt.includes(one)) };
    const emulator = createEmulator({ checkResponses: true, hostile });
    const recorder = recordRequests(emulator.fetch);
    const client = clientOf({ baseUrl: emulator.baseUrl, fetch: recorder.fetch });
    await makeCalls('video', { client, recorder, base: '/v3', authorization: `Bearer ${token}` });
  }
});

test('the same seed and requests give the same answers', async () => {
  const { world } = await furnished();
  const told = async (hostile: HostileOption): Promise<readonly string[]> => {
    const { baseUrl, fetch } = hostileTo(world, hostile);
    const texts: string[] = [];
    for (let count = 0; count < 8; count += 1)
      texts.push(await (await fetch(`${baseUrl}/videos?chart=mostPopular&key=k`)).text());
    return texts;
  };
  expect(await told(7)).toEqual(await told(7));
  expect(new Set(await told(7)).size).toBeGreaterThan(1);
  expect(await told(7)).not.toEqual(await told(8));
});

test('a test that fails can be narrowed to the liberty that it cannot bear', async () => {
  const { world } = await furnished();
  const trusting = async (hostile: HostileOption): Promise<void> => {
    const client = clientOf(hostileTo(world, hostile));
    for (let count = 0; count < 6; count += 1) {
      const { items = [] } = await client.videos.list({ chart: 'mostPopular' });
      for (const { snippet } of items) expect(snippet?.thumbnails?.high?.width ?? 480).toBe(480);
      for (const { snippet } of items) expect(snippet?.thumbnails).toHaveProperty('default');
    }
  };
  await expect(trusting(1)).rejects.toThrow();
  expect(await narrowHostile(1, trusting)).toEqual(['omitThumbnails']);
});
