import { apiKey, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Sets timeouts for a client and a call, and aborts a call. */
export async function abortAndTimeouts(emulator: Playground): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: apiKey('AIza-example'), timeoutMs: 10_000, ...emulator });
  const stop = new AbortController();
  const page = await client.videos.list(
    { part: ['snippet'], chart: 'mostPopular' },
    { signal: stop.signal, timeoutMs: 5_000, totalTimeoutMs: 30_000, idleTimeoutMs: 2_000 },
  );
  stop.abort('enough');
  const aborted = await client.videos.list({ chart: 'mostPopular' }, { signal: stop.signal }).result();
  return [`${page.items?.length} videos`, aborted.ok ? 'sent' : aborted.error.name];
}
