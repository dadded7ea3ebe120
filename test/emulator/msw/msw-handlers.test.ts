import { mswHandlers } from '@speccast/emulator/msw';
import { createEmulator } from '@speccast/video-platform/mocks';
import { setupServer } from 'msw/node';
import { afterEach, expect, test } from 'vitest';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

type MockedService = Parameters<typeof mswHandlers>[0];

const server = setupServer();
afterEach(() => server.close());

/** Sends a request to an address, with the handlers of a service installed; returns method and URL that the service received. */
async function sendThroughMsw(service: Partial<MockedService>, address: string, baseUrl?: string): Promise<string> {
  const emulator: MockedService = {
    baseUrl: 'https://films.test/v3',
    aliases: ['/upload'],
    fetch: async ({ url, method }) => Response.json(`${method} ${url}`),
    ...service,
  };
  server.listen({ onUnhandledRequest: () => {} });
  server.use(...mswHandlers(emulator, baseUrl === undefined ? {} : { baseUrl }));
  const response = await fetch(address, { method: 'POST', body: 'x' }).catch(() => undefined);
  return response === undefined ? 'not answered' : String(await response.json());
}

const real = { serviceUrl: 'https://api.example/films/v3' };

/** A request: `baseUrl` is the option of the handlers, and `isReal: false` leaves out the address of the spec. `seen` is the method and URL that the service received. */
interface Sent {
  readonly isReal?: boolean;
  readonly baseUrl?: string;
  readonly address: string;
  readonly seen: string;
}

table('reaches the emulator', async ({ isReal = true, baseUrl, address, seen: want }: Sent) => {
  expect(await sendThroughMsw(isReal ? real : {}, address, baseUrl)).toBe(want);
});

table('the location %s is changed to %s', async (location: string, want: string) => {
  const emulator: MockedService = {
    baseUrl: 'https://films.test/v3',
    aliases: ['/upload'],
    fetch: async () => new Response(null, { headers: { location: location } }),
    ...real,
  };
  server.listen();
  server.use(...mswHandlers(emulator));
  const response = await fetch('https://api.example/upload/films/v3/a', { method: 'POST' });
  expect(response.headers.get('location')).toBe(want);
});

table('a request to %s does not reach the emulator', async (address: string) => {
  expect(await sendThroughMsw({ serviceUrl: 'https://api.invalid/films/v3' }, address)).toBe('not answered');
});

test('an upload in a named world continues at the address of its session', async () => {
  const emulator = createEmulator();
  const world = emulator.world('a-test');
  server.listen();
  server.use(...mswHandlers(world, { baseUrl: 'https://api.example/v3' }));
  const headers = {
    authorization: 'Bearer t',
    'x-upload-content-type': 'video/mp4',
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ snippet: { title: 'Tides', categoryId: '1' }, status: { privacyStatus: 'private' } });
  const address = 'https://api.example/upload/v3/videos?uploadType=resumable&part=snippet,status';
  const started = await fetch(address, { method: 'POST', headers, body });
  const location = started.headers.get('location') ?? '';
  expect([started.status, location]).toEqual([
    200,
    expect.stringMatching(/^https:\/\/api\.example\/w\/a-test\/upload\//),
  ]);
  const sent = await fetch(location, { method: 'PUT', headers: { authorization: 'Bearer t' }, body: 'bytes' });
  expect([sent.status, (await sent.json()).snippet.title]).toEqual([201, 'Tides']);
  expect([emulator.journal.length, world.journal.length]).toEqual([0, 2]);
});
