import { apiKey, createVideoPlatform, QuotaError } from '@speccast/video-platform';
import { expect, test } from 'vitest';
import { drawPng } from '../images.js';
import { expectOk, K, T1 } from './call.js';
import { startPlatform } from './platform.js';

// Tests that need the clock or a client, or use up the quota, which would end a run of checks. All others are in checks/vendor.yaml.

const search = { ...K, query: { part: 'id' } };
const popular = { ...K, query: { part: 'id', chart: 'mostPopular' } };

test('search is limited to 100 calls a day, until midnight Pacific time', async () => {
  const { get, emulator } = startPlatform({ profile: 'vendor' });
  emulator.clock.set(Date.parse('2026-03-01T20:00:00Z'));
  for (let count = 0; count < 100; count += 1) expectOk(await get('/search', search));
  const { status, json } = await get('/search', search);
  const message = expect.stringMatching(
    /^Quota exceeded for quota metric 'search\.list' and limit '.* per day' of 100 units/,
  );
  const errors = [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message }];
  expect([status, json]).toMatchObject([429, { error: { status: 'RESOURCE_EXHAUSTED', errors } }]);
  expectOk(await get('/videos', popular));
  const client = createVideoPlatform({ fetch: emulator.fetch, auth: apiKey('k') });
  const error: unknown = await client.search.list({ part: ['id'] }).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(QuotaError);
  expect(error).toMatchObject({ status: 429, reason: 'rateLimitExceeded', meta: { attempts: 1 } });
  emulator.clock.set(Date.parse('2026-03-02T07:59:00Z'));
  expect((await get('/search', search)).status).toBe(429);
  emulator.clock.set(Date.parse('2026-03-02T08:00:30Z'));
  expectOk(await get('/search', search));
});

test('rejected calls cost as much quota as successful ones', async () => {
  const { get, post, emulator } = startPlatform({ profile: 'vendor' });
  for (let count = 0; count < 200; count += 1) await post('/playlists', T1);
  expect(emulator.quota.units).toBe(10_000);
  expect((await get('/videos', popular)).reason).toBe('rateLimitExceeded');
});

test('the profile `documented` accepts thumbnails that are larger than the public limit', async () => {
  const platform = startPlatform();
  const bytes = new Uint8Array(3 * 1024 * 1024);
  bytes.set(drawPng(1280, 720));
  const query = { videoId: await platform.uploadVideo(T1) };
  expectOk(await platform.post('/thumbnails/set', { ...T1, query, bytes, type: 'image/png' }));
});
