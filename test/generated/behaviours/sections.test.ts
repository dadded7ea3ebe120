import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, T2, textAt, type Answer, type Sent } from './call.js';
import { startPlatform, valuesAt, type Platform } from './platform.js';

function add(
  { post }: Platform,
  user: Sent,
  resource: object = { snippet: { type: 'recentUploads' } },
): Promise<Answer> {
  return post('/channelSections', { ...user, json: resource });
}

async function mine({ get }: Platform, user: Sent): Promise<Answer> {
  return expectOk(await get('/channelSections', { ...user, query: { mine: true } }));
}

/** Removes what a new channel starts with. */
async function withoutSections(platform: Platform, user: Sent): Promise<void> {
  for (const id of (await mine(platform, user)).ids)
    expectDone(await platform.remove('/channelSections', { ...user, query: { id } }));
}

async function showSections(platform: Platform, user: Sent, showBrowseView: boolean): Promise<void> {
  const id = await platform.channelId(user);
  expectOk(
    await platform.put('/channels', { ...user, json: { id, brandingSettings: { channel: { showBrowseView } } } }),
  );
}

test("S1: a section is added to the caller's own channel", async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  const added = expectOk(await add(platform, T1));
  expect(at(added.json, 'snippet.channelId')).toBe(channelId);
  expect((await mine(platform, T1)).ids).toContain(added.id);
});

test('S1: a section is not added to the channel of somebody else', async () => {
  const platform = startPlatform();
  const [own, foreign] = [await platform.channelId(T1), await platform.channelId(T2)];
  const before = await mine(platform, T2);
  const answer = await add(platform, T1, { snippet: { type: 'recentUploads', channelId: foreign } });
  if (answer.status === 200) expect(at(answer.json, 'snippet.channelId')).toBe(own);
  else expectRefused(answer, 403);
  expect((await mine(platform, T2)).ids).toEqual(before.ids);
});

test('S2: the eleventh section of a channel is rejected', async () => {
  const platform = startPlatform();
  for (let count = 0; count < 10; count += 1) expectOk(await add(platform, T1));
  expect((await mine(platform, T1)).items).toHaveLength(10);
  const eleventh = await add(platform, T1);
  expectRefused(eleventh, 400, 403);
  expect(eleventh.reason).toMatch(/^maxChannelSections?Exceeded$/);
  expect((await mine(platform, T1)).items).toHaveLength(10);
});

test('S2: a section that goes makes room, and channels are counted apart', async () => {
  const platform = startPlatform();
  for (let count = 0; count < 10; count += 1) expectOk(await add(platform, T1));
  for (let count = 0; count < 10; count += 1) expectOk(await add(platform, T2));
  expectRefused(await add(platform, T1), 400, 403);
  expectDone(
    await platform.remove('/channelSections', { ...T1, query: { id: (await mine(platform, T1)).ids[3] ?? '' } }),
  );
  expectOk(await add(platform, T1));
  expectRefused(await add(platform, T1), 400, 403);
});

test('S2: eleven inserts at once leave exactly ten', async () => {
  const platform = startPlatform();
  await withoutSections(platform, T1);
  const answers = await Promise.all(Array.from({ length: 11 }, () => add(platform, T1)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const { ids } = await mine(platform, T1);
  expect(new Set(ids).size).toBe(10);
});

test('S2: hidden sections count too', async () => {
  const platform = startPlatform();
  for (let count = 0; count < 10; count += 1) expectOk(await add(platform, T1));
  await showSections(platform, T1, false);
  expectRefused(await add(platform, T1), 400, 403);
});

test('S3: sections are visible only while the channel shows its browse view', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  const { id } = expectOk(await add(platform, T1));
  const lists: readonly Sent[] = [
    { ...K, query: { channelId } },
    { ...T1, query: { mine: true } },
    { ...T2, query: { channelId } },
    { ...K, query: { id } },
    { ...T1, query: { id } },
  ];
  const all = async (): Promise<readonly (readonly string[])[]> =>
    Promise.all(lists.map(async (sent) => (await platform.get('/channelSections', sent)).ids));
  const before = await all();
  expect(before.every((ids) => ids.includes(id))).toBe(true);
  await showSections(platform, T1, false);
  expect(await all()).toEqual([[], [], [], [], []]);
  await showSections(platform, T1, true);
  expect(await all()).toEqual(before);
});

test('S3: a hidden section can still be changed and deleted by its owner', async () => {
  const platform = startPlatform();
  const { id } = expectOk(await add(platform, T1));
  await showSections(platform, T1, false);
  expectOk(await platform.put('/channelSections', { ...T1, json: { id, snippet: { title: 'Hidden' } } }));
  expectDone(await platform.remove('/channelSections', { ...T1, query: { id } }));
});

test('S4: sections are listed by channel, for the caller, or by ids', async () => {
  const platform = startPlatform();
  const channelId = await platform.channelId(T1);
  const [first, second] = [expectOk(await add(platform, T1)).id, expectOk(await add(platform, T1)).id];
  expect((await platform.get('/channelSections', { ...K, query: { channelId } })).ids).toEqual(
    (await mine(platform, T1)).ids,
  );
  expect((await platform.get('/channelSections', { ...K, query: { id: `${second},no-such,${first}` } })).ids).toEqual([
    second,
    first,
  ]);
  expectRefused(await platform.get('/channelSections', K), 400);
  expectRefused(await platform.get('/channelSections', { ...K, query: { channelId: 'UCnobody' } }), 404);
});

test('S5: title, position and playlists of a section change and stay', async () => {
  const platform = startPlatform();
  await withoutSections(platform, T1);
  const ids = [
    expectOk(await add(platform, T1)).id,
    expectOk(await add(platform, T1)).id,
    expectOk(await add(platform, T1)).id,
  ];
  const playlist = await platform.playlist(T1);
  const [a = '', b = '', c = ''] = ids;
  const json = {
    id: c,
    snippet: { type: 'singlePlaylist', title: 'Renamed', position: 0 },
    contentDetails: { playlists: [playlist] },
  };
  expectOk(await platform.put('/channelSections', { ...T1, json }));
  const after = await mine(platform, T1);
  expect(after.ids).toEqual([c, a, b]);
  expect(after.items[0]).toMatchObject(json);
});

test('S5: a section is deleted once, and by its owner alone', async () => {
  const platform = startPlatform();
  const { id } = expectOk(await add(platform, T1));
  expectRefused(await platform.put('/channelSections', { ...T2, json: { id, snippet: { title: 'Taken' } } }), 403);
  expectRefused(await platform.remove('/channelSections', { ...T2, query: { id } }), 403);
  expectDone(await platform.remove('/channelSections', { ...T1, query: { id } }));
  expectRefused(await platform.remove('/channelSections', { ...T1, query: { id } }), 404);
  expectRefused(await platform.put('/channelSections', { ...T1, json: { id, snippet: { title: 'Gone' } } }), 404);
});

test('S6: a section keeps its type, and its positions leave no gap', async () => {
  const platform = startPlatform();
  await withoutSections(platform, T1);
  const types = ['recentUploads', 'popularUploads', 'multiplePlaylists'];
  const playlists = [await platform.playlist(T1), await platform.playlist(T1)];
  for (const type of types)
    expectOk(
      await add(platform, T1, {
        snippet: { type, title: type },
        ...(type === 'multiplePlaylists' ? { contentDetails: { playlists } } : {}),
      }),
    );
  const { items, ids } = await mine(platform, T1);
  expect(valuesAt(items, 'snippet.type')).toEqual(types);
  expect(at(items[2], 'contentDetails.playlists')).toEqual(playlists);
  expectDone(await platform.remove('/channelSections', { ...T1, query: { id: ids[0] ?? '' } }));
  expect(valuesAt((await mine(platform, T1)).items, 'snippet.position')).toEqual([0, 1]);
});

test('S6: a section of a playlist that does not exist is rejected', async () => {
  const platform = startPlatform();
  const json = {
    snippet: { type: 'singlePlaylist' },
    contentDetails: { playlists: [await platform.playlist(T1), 'PLnobody'] },
  };
  const before = await mine(platform, T1);
  expectRefused(await add(platform, T1, json), 400, 404);
  expect((await mine(platform, T1)).ids).toEqual(before.ids);
  expect(textAt(before.json, 'kind')).not.toBe('');
});
