import { bearer, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Downloads a file as a web stream and as text. */
export async function downloadCaptions(emulator: Playground, videoId: string): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const media = '1\n00:00:01,000 --> 00:00:02,500\nHello there\n';
  const { id } = await client.captions.insert({
    body: { snippet: { videoId, language: 'en', name: 'English' } },
    media,
  });
  const stream = await client.captions.download({ id, tfmt: 'vtt' }).stream();
  const vtt = await new Response(stream).text();
  return [vtt.slice(0, 6), await client.captions.download({ id }).text()];
}
