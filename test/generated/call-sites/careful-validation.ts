import { apiKey, createVideoPlatform } from '@speccast/video-platform';
import type { Playground } from './playground.js';

/** Rejects invalid requests, and reports differences of responses from the spec. */
export async function carefulValidation(emulator: Playground): Promise<readonly string[]> {
  const client = createVideoPlatform({ auth: apiKey('AIza-example'), ...emulator });
  const drift: string[] = [];
  const careful = client.with({
    validate: { request: 'error', response: 'warn', onDrift: ({ operation }) => drift.push(operation) },
  });
  const { items } = await careful.videos.list({ part: ['snippet'], chart: 'mostPopular' });
  const rejected = await careful.videos.list({ part: ['snippet'], id: ['a'], maxHeight: -5 }).result();
  return [`${items?.length} videos`, `${drift.length} differences`, rejected.ok ? 'sent' : rejected.error.name];
}
