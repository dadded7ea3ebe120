import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { fileSource } from '@speccast/video-platform/node';
import type { Playground } from './playground.js';

/** Uploads a file in chunks, with progress. Another process can resume it from its saved state. */
export async function uploadVideo(emulator: Playground, path: string): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const lines: string[] = [];
  const upload = client.videos
    .insert(
      {
        part: ['snippet', 'status'],
        body: { snippet: { title: 'Talk' } },
        media: fileSource(path, { type: 'video/mp4' }),
      },
      { chunkSize: 256 * 1024 },
    )
    .on('progress', ({ sent, total }) => lines.push(`${sent} of ${total}`))
    .on('state', (state) => state.sent === 0 && lines.push('a state to save'));
  const video = await upload;
  return [...lines, video.snippet.title ?? ''];
}
