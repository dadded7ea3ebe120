import { createAdReporting } from '@speccast/ad-reporting';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import { mswHandlers as adHandlers } from '@speccast/ad-reporting/msw';
import { serve as serveAds } from '@speccast/ad-reporting/server';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { createEmulator as createVideoEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers as videoHandlers } from '@speccast/video-platform/msw';
import { serve as serveVideo } from '@speccast/video-platform/server';
import { expect, test } from 'vitest';
import { adOperations, videoOperations } from '../documents/operations.js';
import { tellAdReportingStory } from './ad-reporting-story.js';
import { defaultParts } from './default-parts.js';
import { recordRequests } from './recorder.js';
import { createSteps } from './steps.js';
import { inMemory, overHttp, throughMsw, type Transport } from './transports.js';
import { tellVideoPlatformStory } from './video-platform-story.js';

/** Answers that their schemas do not allow fail the call. */
const checked = { checkResponses: true };
const local = { port: 0, host: '127.0.0.1' };

const videoTransports: readonly (readonly [string, () => Promise<Transport>])[] = [
  ['in memory', () => inMemory(createVideoEmulator(checked))],
  [
    'through MSW',
    () =>
      throughMsw(
        'https://video.test/v3',
        videoHandlers(createVideoEmulator(checked), { baseUrl: 'https://video.test/v3' }),
      ),
  ],
  ['over HTTP', () => overHttp(serveVideo(createVideoEmulator(checked), local))],
];

const adTransports: readonly (readonly [string, () => Promise<Transport>])[] = [
  ['in memory', () => inMemory(createAdEmulator(checked))],
  [
    'through MSW',
    () => throughMsw('https://ads.test', adHandlers(createAdEmulator(checked), { baseUrl: 'https://ads.test' })),
  ],
  ['over HTTP', () => overHttp(serveAds(createAdEmulator(checked), local))],
];

for (const [way, open] of videoTransports) {
  test(`all operations of the video platform answer a client ${way}`, async () => {
    const transport = await open();
    const recorder = recordRequests(transport.fetch);
    const client = createVideoPlatform({
      auth: bearer('token-of-the-caller'),
      baseUrl: transport.baseUrl,
      fetch: recorder.fetch,
    });
    const steps = createSteps(recorder, {
      base: '/v3',
      credential: { header: 'Bearer token-of-the-caller' },
      parts: defaultParts,
    });
    try {
      await tellVideoPlatformStory({ ...steps, client });
    } finally {
      await transport.close();
    }
    expect([...steps.called].sort()).toEqual(videoOperations.map((operation) => operation.id).sort());
  });
}

for (const [way, open] of adTransports) {
  test(`all operations of ad reporting answer a client ${way}`, async () => {
    const transport = await open();
    const recorder = recordRequests(transport.fetch);
    const client = createAdReporting({ baseUrl: transport.baseUrl, fetch: recorder.fetch });
    const steps = createSteps(recorder, { base: '', credential: {}, parts: {} });
    try {
      await tellAdReportingStory({ ...steps, client });
    } finally {
      await transport.close();
    }
    expect([...steps.called].sort()).toEqual(adOperations.map((operation) => operation.id).sort());
  });
}
