import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows } from '../../rows.js';
import { plausibleRequest } from './arbitrary-request.js';
import { readAllPages, at, call, K, textAt } from './call.js';
import { valuesAt } from './platform.js';
import { videoVocabulary } from './vocabularies.js';
import type { Known } from './vocabulary.js';

const users = ['first-user', 'second-user'];

const base = createEmulator({ checkResponses: true });
for (const user of users) base.as(user);

type Rows = readonly unknown[];

function listRows(emulator: VideoPlatformEmulator, table: string): Rows {
  return [...(emulator.snapshot().world.tables.get(table)?.values() ?? [])];
}

/** Returns the ids of the last 14 rows of each table. */
function listIds(emulator: VideoPlatformEmulator): Known {
  const entries = [...emulator.snapshot().world.tables].map(([name, rows]): [string, readonly string[]] => [
    name,
    rows.size === 0 ? ['no-such'] : [...rows.keys()].slice(-14),
  ]);
  return Object.fromEntries(entries);
}

/** Sends a valid request about rows that exist now, chosen by the seed. */
async function step(emulator: VideoPlatformEmulator, seed: number): Promise<void> {
  const vocabulary = { ...videoVocabulary(listIds(emulator)), tokens: users };
  const [request] = fc.sample(plausibleRequest(vocabulary, 0), { seed, numRuns: 1 });
  if (request === undefined) return;
  const { method, target, headers, body } = request;
  const response = await emulator.fetch(
    new Request(emulator.baseUrl + target, {
      method,
      headers: headers.map(([name, value]) => [name, value] satisfies [string, string]),
      ...(body === undefined ? {} : { body: body.slice() }),
    }),
  );
  expect(response.status).toBeLessThan(500);
  await response.arrayBuffer();
}

function groupRows(rows: Rows, path: string): ReadonlyMap<string, Rows> {
  const groups = new Map<string, unknown[]>();
  for (const row of rows) groups.set(textAt(row, path), [...(groups.get(textAt(row, path)) ?? []), row]);
  return groups;
}

/** Expects rows of the same parent to have the positions 0, 1, 2 …, and at most `most` of them. */
function expectPositions(rows: Rows, parent: string, most: number): void {
  for (const [name, siblings] of groupRows(rows, parent)) {
    const positions = valuesAt(siblings, 'snippet.position')
      .map(Number)
      .toSorted((left, right) => left - right);
    expect(positions, name).toEqual(siblings.map((_row, index) => index));
    expect(positions.length).toBeLessThanOrEqual(most);
  }
}

const references = readRows(import.meta.url).rows<readonly [table: string, path: string, target: string]>('references');

/** Expects each reference between tables to point to a row. */
function expectReferences(emulator: VideoPlatformEmulator): void {
  for (const [table, path, target] of references) {
    const keys = new Set(valuesAt(listRows(emulator, target), 'id'));
    const dangling = valuesAt(listRows(emulator, table), path).filter((key) => key !== undefined && !keys.has(key));
    expect(dangling, `${table}.${path}`).toEqual([]);
  }
}

/** Expects the playlists `uploads` and `likes` of each channel to have the videos that it uploaded and liked. */
function expectSpecialLists(emulator: VideoPlatformEmulator): void {
  const [videos, ratings, items] = [
    listRows(emulator, 'videos'),
    listRows(emulator, 'ratings'),
    groupRows(listRows(emulator, 'playlistItems'), 'snippet.playlistId'),
  ];
  for (const channel of listRows(emulator, 'channels')) {
    const own = textAt(channel, 'id');
    const listVideos = (name: string): readonly unknown[] =>
      valuesAt(
        items.get(textAt(channel, `contentDetails.relatedPlaylists.${name}`)) ?? [],
        'snippet.resourceId.videoId',
      );
    const uploaded = valuesAt(
      videos.filter((video) => textAt(video, 'snippet.channelId') === own),
      'id',
    );
    const liked = valuesAt(
      ratings.filter((rating) => textAt(rating, 'channelId') === own && textAt(rating, 'rating') === 'like'),
      'videoId',
    );
    expect([...listVideos('uploads')].toSorted(), `uploads of ${own}`).toEqual([...uploaded].toSorted());
    expect([...listVideos('likes')].toSorted(), `likes of ${own}`).toEqual([...liked].toSorted());
  }
}

/** Expects a thread for each top-level comment, no subscription twice, and files for existing rows only. */
function expectPairs(emulator: VideoPlatformEmulator): void {
  const topLevel = listRows(emulator, 'comments').filter((comment) => textAt(comment, 'snippet.parentId') === '');
  expect([...valuesAt(topLevel, 'id')].toSorted()).toEqual(
    [...valuesAt(listRows(emulator, 'commentThreads'), 'id')].toSorted(),
  );
  const subscriptions = listRows(emulator, 'subscriptions').map(
    (row) => `${textAt(row, 'snippet.channelId')} ${textAt(row, 'snippet.resourceId.channelId')}`,
  );
  expect(new Set(subscriptions).size).toBe(subscriptions.length);
  const { tables, blobs } = emulator.snapshot().world;
  const orphans = [...blobs.keys()].filter((key) => {
    const [, table = '', id = ''] = /^(?:thumbnails\/)?(captions|videos)\/(.*)$/.exec(key) ?? [];
    return table !== '' && tables.get(table)?.has(id) !== true;
  });
  expect(orphans).toEqual([]);
  for (const caption of listRows(emulator, 'captions'))
    expect([...blobs.keys()]).toContain(`captions/${textAt(caption, 'id')}`);
}

/** Expects responses to an API key to have no private videos, held comments or drafts of captions. */
async function expectOnlyPublic(emulator: VideoPlatformEmulator): Promise<void> {
  const all = (table: string): string => valuesAt(listRows(emulator, table), 'id').join(',');
  const videos = await readAllPages(emulator, '/videos', { ...K, query: { id: all('videos') } });
  const playlists = await readAllPages(emulator, '/playlists', { ...K, query: { id: all('playlists') } });
  const items = await readAllPages(emulator, '/playlistItems', { ...K, query: { id: all('playlistItems') } });
  const comments = await readAllPages(emulator, '/comments', { ...K, query: { id: all('comments') } });
  expect(valuesAt([...videos, ...playlists], 'status.privacyStatus')).not.toContain('private');
  expect(new Set(valuesAt(comments, 'snippet.moderationStatus'))).toEqual(
    new Set(comments.length === 0 ? [] : ['published']),
  );
  const seen = new Set(valuesAt(videos, 'id'));
  expect(
    valuesAt([...items, ...comments], 'snippet.videoId').filter((id) => id !== undefined && !seen.has(id)),
  ).toEqual([]);
  expect(valuesAt(items, 'snippet.resourceId.videoId').filter((id) => !seen.has(id))).toEqual([]);
  for (const id of seen) {
    const { items: tracks } = await call(emulator, 'GET', '/captions', { ...K, query: { videoId: String(id) } });
    expect(valuesAt(tracks, 'snippet.isDraft')).not.toContain(true);
  }
  const found = await readAllPages(emulator, '/search', { ...K, query: { type: 'video' } });
  // A search finds none of the rows that the emulator gave a new caller.
  const isFresh = new Set(
    valuesAt(
      listRows(emulator, 'videos').filter((row) => at(row, '~fresh') === true),
      'id',
    ),
  );
  const open = videos.filter(
    (video) => at(video, 'status.privacyStatus') === 'public' && !isFresh.has(textAt(video, 'id')),
  );
  expect(new Set(valuesAt(found, 'id.videoId'))).toEqual(new Set(valuesAt(open, 'id')));
}

async function expectConsistent(emulator: VideoPlatformEmulator): Promise<void> {
  expectPositions(listRows(emulator, 'playlistItems'), 'snippet.playlistId', 200);
  expectPositions(listRows(emulator, 'channelSections'), 'snippet.channelId', 10);
  expectReferences(emulator);
  expectSpecialLists(emulator);
  expectPairs(emulator);
  await expectOnlyPublic(emulator);
}

test('G7: the initial world is consistent', async () => {
  await expectConsistent(base.fork());
});

test('G7: the world stays consistent after any requests of two users', async () => {
  const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 80, size: 'max' });
  const sound = fc.asyncProperty(seeds, async (all) => {
    const emulator = base.fork();
    for (const seed of all) await step(emulator, seed);
    await expectConsistent(emulator);
  });
  await fc.assert(sound, { numRuns: 15 });
}, 600_000);
