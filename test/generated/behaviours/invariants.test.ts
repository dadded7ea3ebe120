import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows } from '../../rows.js';
import { plausibleRequest } from './arbitrary-request.js';
import { allPages, at, call, K, textAt } from './call.js';
import { valuesAt } from './platform.js';
import { videoVocabulary } from './vocabularies.js';
import type { Known } from './vocabulary.js';

const users = ['first-user', 'second-user'];

const base = createEmulator({ checkResponses: true });
for (const user of users) base.as(user);

type Rows = readonly unknown[];

function rowsOf(emulator: VideoPlatformEmulator, table: string): Rows {
  return [...(emulator.snapshot().world.tables.get(table)?.values() ?? [])];
}

function idsNow(emulator: VideoPlatformEmulator): Known {
  const entries = [...emulator.snapshot().world.tables].map(([name, rows]): [string, readonly string[]] => [
    name,
    rows.size === 0 ? ['no-such'] : [...rows.keys()].slice(-14),
  ]);
  return Object.fromEntries(entries);
}

/** Sends a request about what is there now; which one follows from the number alone. */
async function step(emulator: VideoPlatformEmulator, seed: number): Promise<void> {
  const vocabulary = { ...videoVocabulary(idsNow(emulator)), tokens: users };
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

function grouped(rows: Rows, path: string): ReadonlyMap<string, Rows> {
  const groups = new Map<string, unknown[]>();
  for (const row of rows) groups.set(textAt(row, path), [...(groups.get(textAt(row, path)) ?? []), row]);
  return groups;
}

function expectPositions(rows: Rows, parent: string, most: number): void {
  for (const [name, siblings] of grouped(rows, parent)) {
    const positions = valuesAt(siblings, 'snippet.position')
      .map(Number)
      .toSorted((left, right) => left - right);
    expect(positions, name).toEqual(siblings.map((_row, index) => index));
    expect(positions.length).toBeLessThanOrEqual(most);
  }
}

const references = readRows(import.meta.url).rows<readonly [table: string, path: string, target: string]>('references');

function expectReferences(emulator: VideoPlatformEmulator): void {
  for (const [table, path, target] of references) {
    const keys = new Set(valuesAt(rowsOf(emulator, target), 'id'));
    const dangling = valuesAt(rowsOf(emulator, table), path).filter((key) => key !== undefined && !keys.has(key));
    expect(dangling, `${table}.${path}`).toEqual([]);
  }
}

/** The special lists hold what they are about: uploads the videos, likes the ratings. */
function expectSpecialLists(emulator: VideoPlatformEmulator): void {
  const [videos, ratings, items] = [
    rowsOf(emulator, 'videos'),
    rowsOf(emulator, 'ratings'),
    grouped(rowsOf(emulator, 'playlistItems'), 'snippet.playlistId'),
  ];
  for (const channel of rowsOf(emulator, 'channels')) {
    const own = textAt(channel, 'id');
    const listed = (name: string): readonly unknown[] =>
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
    expect([...listed('uploads')].toSorted(), `uploads of ${own}`).toEqual([...uploaded].toSorted());
    expect([...listed('likes')].toSorted(), `likes of ${own}`).toEqual([...liked].toSorted());
  }
}

/** Comments without a parent and threads are the same, and no bytes are kept for rows that are gone. */
function expectPairs(emulator: VideoPlatformEmulator): void {
  const topLevel = rowsOf(emulator, 'comments').filter((comment) => textAt(comment, 'snippet.parentId') === '');
  expect([...valuesAt(topLevel, 'id')].toSorted()).toEqual(
    [...valuesAt(rowsOf(emulator, 'commentThreads'), 'id')].toSorted(),
  );
  const subscriptions = rowsOf(emulator, 'subscriptions').map(
    (row) => `${textAt(row, 'snippet.channelId')} ${textAt(row, 'snippet.resourceId.channelId')}`,
  );
  expect(new Set(subscriptions).size).toBe(subscriptions.length);
  const { tables, blobs } = emulator.snapshot().world;
  const orphans = [...blobs.keys()].filter((key) => {
    const [, table = '', id = ''] = /^(?:thumbnails\/)?(captions|videos)\/(.*)$/.exec(key) ?? [];
    return table !== '' && tables.get(table)?.has(id) !== true;
  });
  expect(orphans).toEqual([]);
  for (const caption of rowsOf(emulator, 'captions'))
    expect([...blobs.keys()]).toContain(`captions/${textAt(caption, 'id')}`);
}

/** What anyone with a key is sent holds nothing private, held or drafted. */
async function expectNothingPrivate(emulator: VideoPlatformEmulator): Promise<void> {
  const all = (table: string): string => valuesAt(rowsOf(emulator, table), 'id').join(',');
  const videos = await allPages(emulator, '/videos', { ...K, query: { id: all('videos') } });
  const playlists = await allPages(emulator, '/playlists', { ...K, query: { id: all('playlists') } });
  const items = await allPages(emulator, '/playlistItems', { ...K, query: { id: all('playlistItems') } });
  const comments = await allPages(emulator, '/comments', { ...K, query: { id: all('comments') } });
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
  const found = await allPages(emulator, '/search', { ...K, query: { type: 'video' } });
  // What others started with, nobody comes across.
  const isFresh = new Set(
    valuesAt(
      rowsOf(emulator, 'videos').filter((row) => at(row, '~fresh') === true),
      'id',
    ),
  );
  const open = videos.filter(
    (video) => at(video, 'status.privacyStatus') === 'public' && !isFresh.has(textAt(video, 'id')),
  );
  expect(new Set(valuesAt(found, 'id.videoId'))).toEqual(new Set(valuesAt(open, 'id')));
}

async function expectSoundWorld(emulator: VideoPlatformEmulator): Promise<void> {
  expectPositions(rowsOf(emulator, 'playlistItems'), 'snippet.playlistId', 200);
  expectPositions(rowsOf(emulator, 'channelSections'), 'snippet.channelId', 10);
  expectReferences(emulator);
  expectSpecialLists(emulator);
  expectPairs(emulator);
  await expectNothingPrivate(emulator);
}

test('G7: the world of the start is sound', async () => {
  await expectSoundWorld(base.fork());
});

test('G7: the world stays sound whatever two users do', async () => {
  const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 80, size: 'max' });
  const sound = fc.asyncProperty(seeds, async (all) => {
    const emulator = base.fork();
    for (const seed of all) await step(emulator, seed);
    await expectSoundWorld(emulator);
  });
  await fc.assert(sound, { numRuns: 15 });
}, 600_000);
