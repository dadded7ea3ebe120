import { expect, test } from 'vitest';
import { expectOk, expectRefused, K, T1, type Answer, type Sent } from './call.js';
import { startPlatform, valuesAt, type Platform } from './platform.js';

// What the conformance checks of the service say is not repeated here.

const northlight = 'UCkp8nasVpcXwQh37ChgOzfZ';

function subscribe({ post }: Platform, user: Sent, channelId: string): Promise<Answer> {
  return post('/subscriptions', {
    ...user,
    json: { snippet: { resourceId: { kind: 'video-platform#channel', channelId } } },
  });
}

test('Q4: a video that is blocked in a region is not found there', async () => {
  const platform = startPlatform();
  const { id } = platform.emulator.state.videos.insert({
    snippet: { title: 'Zebra', channelId: northlight },
    status: { privacyStatus: 'public' },
    contentDetails: { regionRestriction: { blocked: ['FR'] } },
  });
  const found = async (query: NonNullable<Sent['query']>): Promise<readonly unknown[]> =>
    valuesAt((await platform.get('/search', { ...K, query: { q: 'zebra', ...query } })).items, 'id.videoId');
  expect([await found({}), await found({ regionCode: 'NZ' }), await found({ regionCode: 'FR' })]).toEqual([
    [id],
    [id],
    [],
  ]);
  expect((await platform.get('/videos', { ...K, query: { id: String(id), regionCode: 'FR' } })).items).toEqual([]);
});

test('X1: a subscription to an unknown channel, to none, or a second time is rejected', async () => {
  const platform = startPlatform();
  expectOk(await subscribe(platform, T1, northlight));
  const before = platform.state();
  expectRefused(await subscribe(platform, T1, 'UCnobody'), 404);
  expectRefused(await platform.post('/subscriptions', { ...T1, json: { snippet: {} } }), 400);
  const again = await subscribe(platform, T1, northlight);
  expectRefused(again, 400);
  expect(again.reason).toBe('subscriptionDuplicate');
  expect(platform.state()).toBe(before);
});
