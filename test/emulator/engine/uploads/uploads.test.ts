import { startEmulator } from '@speccast/emulator';
import { describe } from 'vitest';
import { createCallWithControl, type OpenedShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';
import { openInMemory, reelPlan, type Reels, transports } from './reels.js';

/** Returns a service for `runRows`: paths of its rows are below `/upload/v1`, except those of the control plane. */
function toOpenedShelf(reels: Reels): OpenedShelf {
  const control = createCallWithControl(reels.emulator);
  const uploads = reels.baseUrl.replace('/v1', '/upload/v1');
  return {
    ...reels,
    call: (path, sent) => (path.includes('/__mock') ? control : reels.call)(path, sent),
    names: { base: reels.baseUrl, uploads },
  };
}

describe.each(transports)('%s', (_name, start) => {
  runRows(new URL('protocol.yaml', import.meta.url), async (options) => toOpenedShelf(await start(options)));
});

runRows(new URL('errors.yaml', import.meta.url), (options) =>
  toOpenedShelf(openInMemory(startEmulator(reelPlan, options))),
);
