import { mswHandlers } from '@speccast/emulator/msw';
import { createEmulator } from '@speccast/video-platform/mocks';
import { setupServer } from 'msw/node';
import { afterEach, expect, test } from 'vitest';

type MockedService = Parameters<typeof mswHandlers>[0];

const server = setupServer();
afterEach(() => server.close());

/** Starts to listen, and sends a request through the network; gives the address that the emulator saw. */
async function seen(service: Partial<MockedService>, address: string, baseUrl?: string): Promise<string> {
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

test.each<[string, Partial<MockedService>, string | undefined, string, string]>([
  [
    'the address of the spec',
    real,
    undefined,
    'https://api.example/films/v3/a?b=c',
    'POST https://films.test/v3/a?b=c',
  ],
  ['where uploads go', real, undefined, 'https://api.example/upload/films/v3/a', 'POST https://films.test/upload/v3/a'],
  ['the emulator’s own address', real, undefined, 'https://films.test/v3/a', 'POST https://films.test/v3/a'],
  ['an address given', real, 'http://localhost:80/v3/', 'http://localhost/v3/a', 'POST https://films.test/v3/a'],
  ['its uploads', {}, 'http://localhost/a(b)', 'http://localhost/upload/a(b)/c', 'POST https://films.test/upload/v3/c'],
  ['an address without a path', {}, 'https://api.example', 'https://api.example/a', 'POST https://films.test/v3/a'],
  [
    'uploads without a path',
    {},
    'https://api.example',
    'https://api.example/upload/a',
    'POST https://films.test/upload/v3/a',
  ],
])('%s is answered', async (_name, service, baseUrl, address, want) => {
  expect(await seen(service, address, baseUrl)).toBe(want);
});

test.each([
  ['https://films.test/upload/v3/a?upload_id=b', 'https://api.example/upload/films/v3/a?upload_id=b'],
  ['https://elsewhere.test/a', 'https://elsewhere.test/a'],
])('a caller told to go to %s is told %s', async (told, want) => {
  const emulator: MockedService = {
    baseUrl: 'https://films.test/v3',
    aliases: ['/upload'],
    fetch: async () => new Response(null, { headers: { location: told } }),
    ...real,
  };
  server.listen();
  server.use(...mswHandlers(emulator));
  const response = await fetch('https://api.example/upload/films/v3/a', { method: 'POST' });
  expect(response.headers.get('location')).toBe(want);
});

test.each([
  ['https://api.invalid/films/v3x/a'],
  ['https://api.invalid/films/v4/a'],
  ['https://api.invalid.test/films/v3/a'],
  ['https://apixinvalid/films/v3/a'],
])('%s is left alone', async (address) => {
  expect(await seen({ serviceUrl: 'https://api.invalid/films/v3' }, address)).toBe('not answered');
});

test('in a named world, an upload continues where the emulator says', async () => {
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
