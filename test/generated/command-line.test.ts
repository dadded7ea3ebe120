import type { AdReporting } from '@speccast/ad-reporting';
import { run as runAds } from '@speccast/ad-reporting/cli';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import type { VideoPlatform } from '@speccast/video-platform';
import { run } from '@speccast/video-platform/cli';
import { createEmulator } from '@speccast/video-platform/mocks';
import { describe, expect, test } from 'vitest';
import { adOperations, videoOperations } from '../documents/operations.js';
import { tellAdReportingStory } from './ad-reporting-story.js';
import { commandLineClient } from './command-line-client.js';
import { defaultParts } from './default-parts.js';
import { recordRequests } from './recorder.js';
import { createSteps } from './steps.js';
import { tellVideoPlatformStory } from './video-platform-story.js';

const checked = { checkResponses: true };

describe.each(['flags', 'json', 'file', 'stdin'] as const)('bodies by %s', (way) => {
  test('all operations of the video platform are called by command lines', async () => {
    const emulator = createEmulator(checked);
    const recorder = recordRequests(emulator.fetch);
    const client = commandLineClient<VideoPlatform>(
      (argv, io) => run([...argv, '--base-url', emulator.baseUrl], io),
      way,
      { fetch: recorder.fetch, env: { VIDEO_PLATFORM_TOKEN: 'token-of-the-caller' } },
    );
    const steps = createSteps(recorder, {
      base: '/v3',
      credential: { header: 'Bearer token-of-the-caller' },
      parts: defaultParts,
    });
    await tellVideoPlatformStory({ ...steps, client });
    expect([...steps.called].sort()).toEqual(videoOperations.map(({ id }) => id).sort());
  });

  test('all operations of ad reporting are called by command lines', async () => {
    const emulator = createAdEmulator(checked);
    const recorder = recordRequests(emulator.fetch);
    const client = commandLineClient<AdReporting>(
      (argv, io) => runAds([...argv, '--base-url', emulator.baseUrl], io),
      way,
      { fetch: recorder.fetch },
    );
    const steps = createSteps(recorder, { base: '', credential: {}, parts: {} });
    await tellAdReportingStory({ ...steps, client });
    expect([...steps.called].sort()).toEqual(adOperations.map(({ id }) => id).sort());
  });
});
