import { createEmulator } from '@speccast/video-platform/mocks';
import { mswHandlers } from '@speccast/video-platform/msw';
import { bearer, createVideoPlatform } from '@speccast/video-platform';
import { setupWorker } from 'msw/browser';
import { type Started, createOptions } from './page.js';

/** The URL that the pages call; the service worker intercepts it. */
export const baseUrl = 'https://api.example/v3';

/** Starts the emulator behind a service worker, with 11 playlists, and returns the options of the page. */
export async function start(): Promise<Started> {
  const emulator = createEmulator();
  await setupWorker(...mswHandlers(emulator, { baseUrl })).start({ quiet: true, onUnhandledRequest: 'bypass' });
  const options = { baseUrl, auth: bearer('t'), retry: false } as const;
  const inside = createVideoPlatform({ ...options, baseUrl: emulator.baseUrl, fetch: emulator.fetch });
  for (let number = 1; number <= 11; number++)
    await inside.playlists.insert({ body: { snippet: { title: `Playlist ${number}` } } });
  Object.assign(window, { emulator });
  const text = document.getElementById('state')?.textContent;
  return {
    ...createOptions(createVideoPlatform(options)),
    state: text ? JSON.parse(text) : { mutations: [], queries: [] },
  };
}
