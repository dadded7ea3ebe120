import { withControl } from '@speccast/emulator/control';
import { serve } from '@speccast/emulator/server';
import { challenge, openShelfWithSignIn } from '../engine/sign-in/open-shelf-with-sign-in.js';
import { runBrowserRows } from '../browser-rows.js';

runBrowserRows(new URL('sign-in-page.yaml', import.meta.url), async () => {
  const emulator = openShelfWithSignIn({ signIn: { users: { '<img src=x onerror=document.title=1>': {}, eve: {} } } });
  const server = await serve(withControl(emulator));
  const client = await serve({ baseUrl: 'http://x.test', fetch: async () => new Response('back at the client') });
  return {
    url: server.url,
    names: { back: `${client.url}/back`, challenge },
    stop: () => Promise.all([server.close(), client.close()]),
  };
});
