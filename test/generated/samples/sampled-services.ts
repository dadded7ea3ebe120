import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ads from '@speccast/ad-reporting';
import { run as runAds } from '@speccast/ad-reporting/cli';
import { createEmulator as createAdEmulator } from '@speccast/ad-reporting/mocks';
import * as video from '@speccast/video-platform';
import { run as runVideo } from '@speccast/video-platform/cli';
import { createEmulator } from '@speccast/video-platform/mocks';
import { drawPng } from '../images.js';
import type { Run } from '../command-line-client.js';

/** The token of `--emulator`. The examples of the specs have the ids of its rows. */
export const caller = 'emulated-caller';

/** An emulated service for samples. Each request has its own copy of the world, so no sample changes the result of another. */
export interface SampledService {
  readonly name: 'video-platform' | 'ad-reporting';
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly run: Run;
  readonly exports: object;
  /** Expected errors by operation, as status and reason. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Emulates the video platform, with a section and a comment of the caller, which new callers do not have. */
export async function emulateVideoPlatform(): Promise<SampledService> {
  const emulator = createEmulator();
  const client = video.createVideoPlatform({
    auth: video.bearer(caller),
    baseUrl: emulator.baseUrl,
    fetch: emulator.fetch,
  });
  const { items = [] } = await client.channels.list({ mine: true });
  const channelId = items[0]?.id ?? '';
  const [section, comment] = [`${channelId}.Gj5cT0xk2Qw`, 'UgKp2mVq7Zt0xRw4sNc9bLdE8f'];
  const { items: threads = [] } = await client.commentThreads.list({ videoId: 'LtTG8iHcRUa' });
  emulator.seed({
    channelSections: [{ id: section, snippet: { type: 'recentUploads', position: 0, channelId } }],
    comments: [
      {
        id: comment,
        snippet: {
          channelId,
          videoId: 'LtTG8iHcRUa',
          parentId: threads[0]?.id ?? '',
          textDisplay: 'Thanks',
          textOriginal: 'Thanks',
          authorChannelId: { value: channelId },
          moderationStatus: 'published',
          publishedAt: '2024-01-02T14:00:00Z',
          updatedAt: '2024-01-02T14:00:00Z',
        },
      },
    ],
  });
  return {
    name: 'video-platform',
    baseUrl: emulator.baseUrl,
    fetch: (request) => emulator.fork().fetch(request),
    run: runVideo,
    exports: video,
    errors: { 'activities.insert': '405 methodNotSupported' },
  };
}

/** Emulates ad reporting. */
export function emulateAdReporting(): SampledService {
  const emulator = createAdEmulator();
  return {
    name: 'ad-reporting',
    baseUrl: emulator.baseUrl,
    fetch: (request) => emulator.fork().fetch(request),
    run: runAds,
    exports: ads,
    errors: {},
  };
}

const banner = drawPng(2048, 1152);
const watermark = drawPng(150, 150);

/** Writes the files that the samples of an operation send into a folder. */
export function writeFiles(folder: string, operation: string): void {
  mkdirSync(folder, { recursive: true });
  const image = operation.startsWith('watermarks') ? watermark : banner;
  for (const name of ['file.png', 'file.jpg']) writeFileSync(join(folder, name), image);
  writeFileSync(join(folder, 'file.mp4'), 'not really a film');
  writeFileSync(join(folder, 'file.bin'), '1\n00:00:01,000 --> 00:00:02,500\nHello there\n');
}
