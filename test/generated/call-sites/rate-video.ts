import { bearer, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Makes a call without a response body, and reads its effect. */
export async function rateVideo(emulator: Playground, id: string): Promise<string | undefined> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  await client.videos.rate({ id, rating: 'like' });
  const { items } = await client.videos.getRating({ id: [id] });
  return items?.[0]?.rating;
}
