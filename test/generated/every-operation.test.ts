import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAds } from '@speccast/ad-reporting/mocks';
import { mswHandlers as adHandlers } from '@speccast/ad-reporting/msw';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator as createVideos } from '@speccast/video-platform/mocks';
import { mswHandlers as videoHandlers } from '@speccast/video-platform/msw';
import { serve as serveVideos } from '@speccast/video-platform/server';
import { expect, test } from 'vitest';
import { makeCalls } from './client-calls.js';
import { recordRequests } from './recorder.js';
import { inMemory, overHttp, throughMsw, type Transport } from './transports.js';

// A response that is invalid by its schema fails the call.
const [videos, ads] = [() => createVideos({ checkResponses: true }), () => createAds({ checkResponses: true })];
const [videoUrl, adUrl] = ['https://video.test/v3', 'https://ads.test'];

test.each<[string, () => Promise<Transport>, () => Promise<Transport>]>([
  ['in memory', () => inMemory(videos()), () => inMemory(ads())],
  [
    'through MSW',
    () => throughMsw(videoUrl, videoHandlers(videos(), { baseUrl: videoUrl })),
    () => throughMsw(adUrl, adHandlers(ads(), { baseUrl: adUrl })),
  ],
  ['over HTTP', () => overHttp(serveVideos(videos(), { port: 0 })), () => overHttp(serveAds(ads(), { port: 0 }))],
])('a client calls all operations of both services %s', async (_way, openVideos, openAds) => {
  const video = await openVideos();
  const recorder = recordRequests(video.fetch);
  const { baseUrl } = video;
  const client = createVideoPlatform({ auth: bearer('ann'), baseUrl, fetch: recorder.fetch });
  await makeCalls('video', { client, recorder, base: '/v3', authorization: 'Bearer ann' }).finally(video.close);
  const ad = await openAds();
  const adRecorder = recordRequests(ad.fetch);
  const adClient = createAdReporting({ baseUrl: ad.baseUrl, fetch: adRecorder.fetch });
  const results = await makeCalls('ads', {
    client: adClient,
    recorder: adRecorder,
    base: '',
    authorization: null,
  }).finally(ad.close);
  expect(results).toHaveLength(6);
});
