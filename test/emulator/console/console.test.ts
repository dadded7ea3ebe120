import { withControl } from '@speccast/emulator/control';
import { serve } from '@speccast/emulator/server';
import { openShelf } from '../shelf/open-shelf.js';
import { runBrowserRows } from '../browser-rows.js';

runBrowserRows(new URL('console.yaml', import.meta.url), async (options) => {
  const controlled = withControl(openShelf().emulator, options);
  let server = await serve(controlled);
  const { url, port } = server;
  const start = async () => void (server = await serve(controlled, { port }));
  // `${a}` is a name of a seed, which the emulator replaces, so rows pass it on.
  return { url, names: { a: '${a}' }, stop: () => server.close(), start };
});
