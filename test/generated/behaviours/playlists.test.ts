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

/** Items of a playlist by id, over all pages. */
async function itemIds(platform: Platform, playlistId: string, user: Sent = K): Promise<readonly unknown[]> {
  return valuesAt(await allPages(platform.emulator, '/playlistItems', { ...user, query: { playlistId } }), 'id');
}

/** A playlist with so many items of one video. */
async function filled(
  platform: Platform,
  count: number,
): Promise<{ readonly playlistId: string; readonly videoId: string; readonly items: readonly string[] }> {
  const [videoId, playlistId] = [await platform.video(T1), await platform.playlist(T1)];
  const items: string[] = [];
  for (let index = 0; index < count; index += 1)
    items.push(expectOk(await platform.item(T1, { playlistId, videoId })).id);
  return { playlistId, videoId, items };
}

function move({ put }: Platform, id: string, position: number): Promise<Answer> {
  return put('/playlistItems', { ...T1, json: { id, snippet: { position } } });
}

test('P1: a playlist is public where nothing else is said', async () => {
  const { post, get } = startPlatform();
  const answer = expectOk(await post('/playlists', { ...T1, json: { snippet: { title: 'Mix' } } }));
  expect(at(answer.json, 'status.privacyStatus')).toBe('public');
  expect((await get('/playlists', { ...K, query: { id: answer.id } })).items).toEqual([answer.json]);
});

test('P2: a private playlist and its items are for the owner alone', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1, { snippet: { title: 'Secret' }, status: { privacyStatus: 'private' } });
  expectOk(await platform.item(T1, { playlistId: id, videoId: await platform.video(T1) }));
  expect((await platform.get('/playlists', { ...T1, query: { id } })).ids).toEqual([id]);
  expect(await itemIds(platform, id, T1)).toHaveLength(1);
  for (const other of [K, T2]) {
    expect((await platform.get('/playlists', { ...other, query: { id } })).items).toEqual([]);
    expectRefused(await platform.get('/playlistItems', { ...other, query: { playlistId: id } }), 403, 404);
  }
});

test('P2: a privacy status that nobody knows is rejected', async () => {
  const platform = startPlatform();
  const id = await platform.playlist(T1);
  expectRefused(
    await platform.post('/playlists', {
      ...T1,
      json: { snippet: { title: 'x' }, status: { privacyStatus: 'secret' } },
    }),
    400,
  );
  expectRefused(await platform.put('/playlists', { ...T1, json: { id, status: { privacyStatus: 'secret' } } }), 400);
});

test('P3: playlists are listed for their owner, or by ids for anyone', async () => {
  const { get, playlist } = startPlatform();
  const [open, hidden, other] = [
    await playlist(T1),
    await playlist(T1, { snippet: { title: 'x' }, status: { privacyStatus: 'private' } }),
    await playlist(T2),
  ];
  const mine = await get('/playlists', { ...T1, query: { mine: true } });
  expect(mine.ids).toEqual(expect.arrayContaining([open, hidden]));
  expect(mine.ids).not.toContain(other);
  expect((await get('/playlists', { ...K, query: { id: `${other},${hidden},${open}` } })).ids).toEqual([other, open]);
  expectRefused(await get('/playlists', K), 400);
});

test('P4: playlists have no limit', async () => {
  const { emulator, playlist } = startPlatform();
  const ids: string[] = [];
  for (let count = 0; count < 120; count += 1) ids.push(await playlist(T1));
  const listed = valuesAt(
    await allPages(emulator, '/playlists', { ...T1, query: { mine: true, maxResults: 50 } }),
    'id',
  );
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toEqual(expect.arrayContaining(ids));
});

test('P5: title, description and privacy status change and stay', async () => {
  const { get, put, playlist } = startPlatform();
  const id = await playlist(T1);
  const changes = [
    { snippet: { title: 'Renamed' } },
    { snippet: { description: 'Described' } },
    { status: { privacyStatus: 'private' } },
  ];
  for (const change of changes) expectOk(await put('/playlists', { ...T1, json: { id, ...change } }));
  const { items } = await get('/playlists', { ...T1, query: { id } });
  expect(items).toMatchObject([
    { id, snippet: { title: 'Renamed', description: 'Described' }, status: { privacyStatus: 'private' } },
  ]);
  expectRefused(await put('/playlists', { ...T2, json: { id, snippet: { title: 'Taken' } } }), 403);
});

test('P5: a deleted playlist is gone with its items', async () => {
  const platform = startPlatform();
  const { playlistId, items } = await filled(platform, 2);
  expectRefused(await platform.remove('/playlists', { ...T2, query: { id: playlistId } }), 403);
  expectDone(await platform.remove('/playlists', { ...T1, query: { id: playlistId } }));
  expect((await platform.get('/playlists', { ...T1, query: { id: playlistId } })).items).toEqual([]);
  expect((await platform.get('/playlistItems', { ...T1, query: { id: items.join(',') } })).items).toEqual([]);
  expectRefused(await platform.get('/playlistItems', { ...T1, query: { playlistId } }), 404);
  expectRefused(await platform.remove('/playlists', { ...T1, query: { id: playlistId } }), 404);
});

test('P6: the 201st video of a playlist is rejected', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 200);
  const refused = await platform.item(T1, { playlistId, videoId });
  expectRefused(refused, 403);
  expect(refused.reason).toBe('playlistContainsMaximumNumberOfVideos');
  expect(await itemIds(platform, playlistId)).toHaveLength(200);
  expectOk(await platform.item(T1, { playlistId: await platform.playlist(T1), videoId }));
  expectDone(await platform.remove('/playlistItems', { ...T1, query: { id: items[7] ?? '' } }));
  expectOk(await platform.item(T1, { playlistId, videoId }));
  expectRefused(await platform.item(T1, { playlistId, videoId }), 403);
});

test('P7: an item joins an own playlist at its end', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 2);
  const third = expectOk(await platform.item(T1, { playlistId, videoId }));
  expect(third.json).toMatchObject({ snippet: { playlistId, position: 2, resourceId: { videoId } } });
  expect(await itemIds(platform, playlistId)).toEqual([...items, third.id]);
});

test('P7: an item without playlist or resource, or with unknown ones, is rejected', async () => {
  const platform = startPlatform();
  const { playlistId, videoId } = await filled(platform, 0);
  await platform.channelId(T2);
  const before = platform.state();
  const send = (snippet: object): Promise<Answer> => platform.post('/playlistItems', { ...T1, json: { snippet } });
  expectRefused(await send({ resourceId: { videoId } }), 400);
  expectRefused(await send({ playlistId }), 400);
  expectRefused(await send({ playlistId, resourceId: { kind: 'video-platform#video' } }), 400);
  expectRefused(await platform.item(T1, { playlistId: 'PLnobody', videoId }), 404);
  expectRefused(await platform.item(T1, { playlistId, videoId: 'no-such' }), 404);
  expectRefused(await platform.item(T2, { playlistId, videoId }), 403);
  expect(platform.state()).toBe(before);
});

test('P8: an item moves to a position and the others make room', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 3);
  const [a = '', b = '', c = ''] = items;
  expectOk(await move(platform, c, 0));
  expect(await itemIds(platform, playlistId)).toEqual([c, a, b]);
  const d = expectOk(await platform.item(T1, { playlistId, videoId, position: 1 })).id;
  expect(await itemIds(platform, playlistId)).toEqual([c, d, a, b]);
  expectDone(await platform.remove('/playlistItems', { ...T1, query: { id: a } }));
  const left = await allPages(platform.emulator, '/playlistItems', { ...K, query: { playlistId } });
  expect([valuesAt(left, 'id'), valuesAt(left, 'snippet.position')]).toEqual([
    [c, d, b],
    [0, 1, 2],
  ]);
});

test('P8: a position outside the playlist is rejected', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 3);
  const before = platform.state();
  for (const position of [-1, 3, 1.5, 1e9]) expectRefused(await move(platform, items[0] ?? '', position), 400);
  for (const position of [-1, 4]) expectRefused(await platform.item(T1, { playlistId, videoId, position }), 400);
  expect(platform.state()).toBe(before);
});

test('P8: moves at the same time leave every item at one position', async () => {
  const platform = startPlatform();
  const { playlistId, items } = await filled(platform, 12);
  await Promise.all(items.map((id, index) => move(platform, id, (index * 7) % 12)));
  const left = await allPages(platform.emulator, '/playlistItems', { ...K, query: { playlistId } });
  expect([...valuesAt(left, 'id')].toSorted()).toEqual([...items].toSorted());
  expect(valuesAt(left, 'snippet.position')).toEqual(items.map((_id, index) => index));
});

test('P9: the pages of a playlist hold each item once, in order', async () => {
  const platform = startPlatform();
  const { playlistId, items } = await filled(platform, 200);
  for (const maxResults of [50, 7]) {
    const all = await allPages(platform.emulator, '/playlistItems', { ...K, query: { playlistId, maxResults } });
    expect(valuesAt(all, 'id')).toEqual(items);
  }
});

test('P9: items are listed by ids too, and nothing is listed for nothing', async () => {
  const platform = startPlatform();
  const [, b = '', c = ''] = (await filled(platform, 3)).items;
  expect((await platform.get('/playlistItems', { ...K, query: { id: `${c},no-such,${b}` } })).ids).toEqual([c, b]);
  expectRefused(await platform.get('/playlistItems', K), 400);
});

test('P9: a page token stays good while items come and go', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 6);
  const query = { playlistId, maxResults: 3 };
  const first = expectOk(await platform.get('/playlistItems', { ...K, query }));
  expectOk(await platform.item(T1, { playlistId, videoId, position: 0 }));
  const second = expectOk(
    await platform.get('/playlistItems', { ...K, query: { ...query, pageToken: textAt(first.json, 'nextPageToken') } }),
  );
  expect([...first.ids, ...second.ids]).toEqual(items);
  const bad = await platform.get('/playlistItems', { ...K, query: { ...query, pageToken: 'made-up' } });
  expectRefused(bad, 400);
  expect(bad.reason).toBe('invalidPageToken');
});

test('P10: deleting an item keeps the video and lowers the count', async () => {
  const platform = startPlatform();
  const { playlistId, videoId, items } = await filled(platform, 2);
  const count = async (): Promise<unknown> =>
    at((await platform.get('/playlists', { ...K, query: { id: playlistId } })).items[0], 'contentDetails.itemCount');
  expect(await count()).toBe(2);
  expectDone(await platform.remove('/playlistItems', { ...T1, query: { id: items[0] ?? '' } }));
  expect(await count()).toBe(1);
  expect((await platform.get('/videos', { ...K, query: { id: videoId } })).ids).toEqual([videoId]);
});
