import type { AdReporting } from '@speccast/ad-reporting';
import { run as runAds } from '@speccast/ad-reporting/cli';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import type { VideoPlatform } from '@speccast/video-platform';
import { run } from '@speccast/video-platform/cli';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, test } from 'vitest';
import { makeCalls } from './client-calls.js';
import { createCommandLineClient, type Run } from './command-line-client.js';
import { recordRequests } from './recorder.js';

const checked = { checkResponses: true };
/** Adds the base URL to the arguments of a command line. */
const withBaseUrl =
  (command: Run, baseUrl: string): Run =>
  (argv, io) =>
    command([...argv, '--base-url', baseUrl], io);

describe.each(['flags', 'json', 'file', 'stdin'] as const)('bodies by %s', (way) => {
  test('command lines call all operations of the video platform', async () => {
    const { baseUrl, fetch } = createEmulator(checked);
    const recorder = recordRequests(fetch);
    const options = { fetch: recorder.fetch, env: { VIDEO_PLATFORM_TOKEN: 'ann' } };
    const client = createCommandLineClient<VideoPlatform>(withBaseUrl(run, baseUrl), way, options);
    await makeCalls('video', { client, recorder, base: '/v3', authorization: 'Bearer ann' });
  });

  test('command lines call all operations of ad reporting', async () => {
    const { baseUrl, fetch } = createAdEmulator(checked);
    const recorder = recordRequests(fetch);
    const client = createCommandLineClient<AdReporting>(withBaseUrl(runAds, baseUrl), way, { fetch: recorder.fetch });
    await makeCalls('ads', { client, recorder, base: '', authorization: null });
  });
});
