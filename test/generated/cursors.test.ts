import { expect, test } from 'vitest';
import { apiKey, createVideoPlatform, revalidate } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';

const query = { part: ['snippet'], chart: 'mostPopular', maxResults: 2 } as const;

test('a list of several pages that has not changed keeps its token, so that its ETag holds', async () => {
  const emulator = createEmulator();
  const client = createVideoPlatform({
    auth: apiKey('AIza-example'),
    baseUrl: emulator.baseUrl,
    fetch: emulator.fetch,
    cache: revalidate(),
  });
  const first = await client.videos.list(query);
  const second = await client.videos.list(query);
  expect(second).toEqual(first);
  expect([first.meta.fromCache, second.meta.fromCache]).toEqual([undefined, true]);
});

test('a list that has changed has another token, and the old one still shows the list as it was', async () => {
  const emulator = createEmulator();
  const client = createVideoPlatform({
    auth: apiKey('AIza-example'),
    baseUrl: emulator.baseUrl,
    fetch: emulator.fetch,
  });
  const { ownId: channelId } = emulator.as('user-token');
  const before = await client.videos.list(query);
  emulator.seed({
    videos: [
      { id: 'new', snippet: { title: 'New', channelId, categoryId: '22' }, status: { privacyStatus: 'public' } },
    ],
  });
  const after = await client.videos.list(query);
  expect(after.nextPageToken).not.toBe(before.nextPageToken);
  const rest = await client.videos.list(query).toArray({ limit: 100 });
  const old = await client.videos.list({ ...query, pageToken: before.nextPageToken }).toArray({ limit: 100 });
  expect([rest.length, old.length]).toEqual([9, 6]);
});
