import { apiKey } from '@speccast/video-platform';
import { createCore, videosList } from '@speccast/video-platform/operations';
import type { Playground } from './playground.js';

/** Functions in place of a client: a bundle holds those that it calls. */
export async function treeShaken(emulator: Playground): Promise<number | undefined> {
  const core = createCore({ auth: apiKey('AIza-example'), ...emulator });
  const page = await videosList(core, { part: ['snippet'], chart: 'mostPopular' });
  return page.items?.length;
}
