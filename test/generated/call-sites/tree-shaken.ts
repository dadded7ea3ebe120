import { apiKey } from '@speccast/video-platform';
import { createCore, videosList, withLogging, withRetries } from '@speccast/video-platform/operations';
import type { Playground } from './playground.js';

/** Calls a function in place of a client, so that a bundle has only the operations that it calls. */
export async function treeShaken(emulator: Playground): Promise<number | undefined> {
  const core = createCore({ auth: apiKey('AIza-example'), ...emulator });
  const page = await videosList(core, { part: ['snippet'], chart: 'mostPopular' });
  return page.items?.length;
}

/** Creates a core with two features. It accepts the options of these features only. */
export async function withFeatures(emulator: Playground): Promise<number | undefined> {
  const features = [withRetries, withLogging];
  const core = createCore({ auth: apiKey('AIza-example'), ...emulator, features, retry: 1, logger: console });
  // Never called: both would throw.
  // @ts-expect-error -- the option needs its feature
  void (() => createCore({ ...emulator, retry: 1, features: [] }));
  // @ts-expect-error -- the option needs another feature
  void (() => createCore({ ...emulator, features: [withRetries], middleware: [] }));
  const page = await videosList(core, { chart: 'mostPopular' });
  return page.items?.length;
}
