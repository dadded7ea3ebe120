import { apiKey, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Iterates over the items of a list and over its pages. `part` determines the members of items. */
export async function listAndPages(emulator: Playground): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: apiKey('AIza-example'), ...emulator });
  const lines: string[] = [];
  for await (const video of client.videos.list({ part: ['statistics'], chart: 'mostPopular', maxResults: 2 })) {
    lines.push(`${video.id}: ${video.statistics.viewCount ?? 'no'} views`);
    if (lines.length === 3) break;
  }
  for await (const page of client.videos.list({ part: ['snippet'], chart: 'mostPopular', maxResults: 2 }).pages()) {
    lines.push(`page of ${page.items?.length}, next ${page.nextPageToken ?? 'none'}, status ${page.meta.status}`);
  }
  const first = await client.videos.list({ part: ['snippet'], chart: 'mostPopular' }).toArray({ limit: 3 });
  return [...lines, ...first.map((video) => video.snippet.title ?? '')];
}
