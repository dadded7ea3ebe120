import { expect, test } from 'vitest';
import { at, expectOk, K, T1, T2, textAt } from './call.js';
import { startPlatform } from './platform.js';

test('a second subscription to a seeded channel is a duplicate, and the seeded one stays', async () => {
  const platform = startPlatform();
  const [seeded] = expectOk(await platform.get('/subscriptions', { ...T1, query: { mine: true } })).items;
  const resourceId = at(seeded, 'snippet.resourceId');
  const again = await platform.post('/subscriptions', { ...T1, json: { snippet: { resourceId } } });
  expect([again.status, again.reason]).toEqual([400, 'subscriptionDuplicate']);
  const { ids } = expectOk(await platform.get('/subscriptions', { ...T1, query: { mine: true } }));
  expect(ids).toEqual([textAt(seeded, 'id')]);
});

test('a new caller has room for ten sections, and none goes when the eleventh is rejected', async () => {
  const platform = startPlatform();
  const json = { snippet: { type: 'recentUploads' } };
  const made: string[] = [];
  for (let count = 0; count < 10; count += 1)
    made.push(expectOk(await platform.post('/channelSections', { ...T1, json })).id);
  expect((await platform.post('/channelSections', { ...T1, json })).status).toBe(400);
  expect(expectOk(await platform.get('/channelSections', { ...T1, query: { mine: true } })).ids).toEqual(made);
});

test('new callers change nothing that others see', async () => {
  const platform = startPlatform();
  const seen = async (): Promise<unknown> => {
    const lists = ['/search?maxResults=50', '/videos?chart=mostPopular&maxResults=50'];
    return Promise.all(lists.map(async (path) => expectOk(await platform.get(path, K)).items));
  };
  const before = await seen();
  for (let count = 0; count < 30; count += 1) await platform.channelId({ token: `caller-${count}` });
  expect(await seen()).toEqual(before);
});

test('what a caller changes, others find', async () => {
  const platform = startPlatform();
  const [video] = expectOk(await platform.get('/search', { ...T1, query: { forMine: true, type: 'video' } })).items;
  const id = textAt(video, 'id.videoId');
  const json = { id, snippet: { title: 'Zephyrs over the estuary', categoryId: '22' } };
  expectOk(await platform.put('/videos', { ...T1, json }));
  const found = expectOk(await platform.get('/search', { ...T2, query: { q: 'zephyrs' } })).items;
  expect(found.map((one) => textAt(one, 'id.videoId'))).toEqual([id]);
});

test('ids follow from what the caller did, whatever others do', async () => {
  const [alone, among] = [startPlatform(), startPlatform()];
  for (let count = 0; count < 5; count += 1) await among.playlist(T2);
  expect(await among.playlist(T1)).toBe(await alone.playlist(T1));
});
