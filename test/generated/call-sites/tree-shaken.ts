import { apiKey } from '@speccast/video-platform';
import { createCore, videosList, withLogging, withRetries } from '@speccast/video-platform/operations';
import type { Playground } from './playground.js';

/** Functions in place of a client: a bundle holds those that it calls. */
export async function treeShaken(emulator: Playground): Promise<number | undefined> {
  const core = createCore({ auth: apiKey('AIza-example'), ...emulator });
  const page = await videosList(core, { part: ['snippet'], chart: 'mostPopular' });
  return page.items?.length;
}

/** A core with two features, whose options it takes, and no others. */
export async function withFeatures(emulator: Playground): Promise<number | undefined> {
  const features = [withRetries, withLogging];
  const core = createCore({ auth: apiKey('AIza-example'), ...emulator, features, retry: 1, logger: console });
  // Not called: each would throw what the compiler says.
  // @ts-expect-error -- the option needs its feature
  void (() => createCore({ ...emulator, retry: 1, features: [] }));
  // @ts-expect-error -- the option needs another feature
  void (() => createCore({ ...emulator, features: [withRetries], middleware: [] }));
  const page = await videosList(core, { chart: 'mostPopular' });
  return page.items?.length;
}
