import { bearer, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Inserts a playlist. The response has the parts that the request names. */
export async function insertPlaylist(emulator: Playground): Promise<string> {
  const client = createVideoPlatform({ auth: bearer('user-token'), ...emulator });
  const playlist = await client.playlists.insert({
    part: ['snippet', 'status'],
    body: { snippet: { title: 'Mix' }, status: { privacyStatus: 'private' } },
  });
  return `${playlist.snippet.title} is ${playlist.status.privacyStatus}`;
}
