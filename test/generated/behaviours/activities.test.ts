import { document } from '@speccast/video-platform/spec';
import { expect, test } from 'vitest';
import { at, expectDone, expectOk, expectRefused, K, T1, T2, type Sent } from './call.js';
import { startPlatform, type Platform } from './platform.js';

const harbourKitchen = 'UCvF9vnF-sEsXQxVcIjQRbnL';
const northlight = 'UCkp8nasVpcXwQh37ChgOzfZ';

async function activitiesOf(platform: Platform, user: Sent): Promise<readonly unknown[]> {
  return expectOk(await platform.get('/activities', { ...user, query: { mine: true } })).items;
}

test('AC1: activities are listed for a channel by anyone, and for the own channel with a token', async () => {
  const { get, channelId } = startPlatform();
  const id = await channelId(T1);
  const own = expectOk(await get('/activities', { ...T1, query: { mine: true } }));
  const named = expectOk(await get('/activities', { ...K, query: { channelId: id } }));
  expect(own.items.length).toBeGreaterThan(0);
  expect(named.ids).toEqual(own.ids);
});

test('AC1: a region is accepted when it is one of those listed', async () => {
  const { get } = startPlatform();
  expectOk(await get('/activities', { ...K, query: { channelId: harbourKitchen, regionCode: 'NZ' } }));
  expectRefused(await get('/activities', { ...K, query: { channelId: harbourKitchen, regionCode: 'ZZ' } }), 400);
});

test('AC1: a list of no channel is rejected, and one of an unknown channel too', async () => {
  const { get } = startPlatform();
  const answer = await get('/activities', K);
  expectRefused(answer, 400);
  expect(answer.reason).toBe('missingRequiredParameter');
  expectRefused(await get('/activities', { ...K, query: { channelId: 'UCnobody' } }), 404);
});

test('AC2: an upload is an activity of the channel that names the video', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1);
  const [newest] = await activitiesOf(platform, T1);
  expect(newest).toMatchObject({
    snippet: { type: 'upload', channelId: await platform.channelId(T1) },
    contentDetails: { upload: { videoId } },
  });
});

test('AC2: a like, a playlist item, a subscription and a comment are activities that name their object', async () => {
  const platform = startPlatform();
  const [videoId, playlistId] = [await platform.video(T2), await platform.playlist(T1)];
  const channelId = await platform.channelId(T1);
  expectDone(await platform.post('/videos/rate', { ...T1, query: { id: videoId, rating: 'like' } }));
  expectOk(await platform.item(T1, { playlistId, videoId }));
  expectOk(
    await platform.post('/subscriptions', {
      ...T1,
      json: { snippet: { resourceId: { kind: 'video-platform#channel', channelId: northlight } } },
    }),
  );
  await platform.comment(T1, videoId);
  const [comment, subscription, item, like] = await activitiesOf(platform, T1);
  expect(like).toMatchObject({
    snippet: { type: 'like', channelId },
    contentDetails: { like: { resourceId: { videoId } } },
  });
  expect(item).toMatchObject({
    snippet: { type: 'playlistItem', channelId },
    contentDetails: { playlistItem: { playlistId, resourceId: { videoId } } },
  });
  expect(subscription).toMatchObject({
    snippet: { type: 'subscription', channelId },
    contentDetails: { subscription: { resourceId: { channelId: northlight } } },
  });
  expect(comment).toMatchObject({
    snippet: { type: 'comment', channelId },
    contentDetails: { comment: { resourceId: { videoId } } },
  });
});

test('AC2: an activity about a private video is for its owner alone', async () => {
  const platform = startPlatform();
  const videoId = await platform.video(T1, { snippet: { title: 'Hidden' }, status: { privacyStatus: 'private' } });
  const seen = expectOk(
    await platform.get('/activities', { ...K, query: { channelId: await platform.channelId(T1) } }),
  );
  expect(seen.text).not.toContain(videoId);
  expect(JSON.stringify(await activitiesOf(platform, T1))).toContain(videoId);
});

test('AC3: inserting an activity is unsupported and changes nothing', async () => {
  const platform = startPlatform();
  const json = {
    snippet: { description: 'hello' },
    contentDetails: { bulletin: { resourceId: { videoId: 'alwsoKhExNl' } } },
  };
  await platform.channelId(T1);
  const before = platform.state();
  const answer = await platform.post('/activities', { ...T1, json });
  expectRefused(answer, 405);
  expect([answer.reason, answer.headers.get('allow'), answer.headers.has('deprecation')]).toEqual([
    'methodNotSupported',
    'GET',
    true,
  ]);
  expectRefused(await platform.post('/activities', { ...K, json }), 401);
  expect(platform.state()).toBe(before);
});

test('AC3: the description of the service marks the operation as deprecated', () => {
  expect(at(document, 'paths./activities.post.deprecated')).toBe(true);
  expect(at(document, 'paths./activities.get.deprecated')).toBeUndefined();
});
