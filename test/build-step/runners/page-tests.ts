// Run by Playwright: see `playwright.test.ts`.
import { createEmulator, type VideoPlatformEmulator } from '@speccast/video-platform/mocks';
import { type EmulatorArgs, emulatorFixtures, emulatorMatchers } from '@speccast/video-platform/playwright';
import { expect as baseExpect, test as base } from '@playwright/test';

const baseUrl = 'https://api.example/youtube/v3';
const test = base.extend<EmulatorArgs<VideoPlatformEmulator>>(emulatorFixtures(createEmulator, { baseUrl }));
const expect = baseExpect.extend(emulatorMatchers);

test.beforeEach(async ({ context, page }) => {
  await context.route('https://app.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>App</p>' }),
  );
  await page.goto('https://app.example/');
});

/** Adds a playlist from within the page, and returns the titles of all playlists. */
async function addPlaylist([address, title]: readonly [string, string]): Promise<readonly string[]> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const body = JSON.stringify({ snippet: { title } });
  await fetch(`${address}/playlists?part=snippet`, { method: 'POST', headers, body, credentials: 'include' });
  const { items } = await (await fetch(`${address}/playlists?part=snippet&mine=true`, { headers })).json();
  return items.map((item: { snippet: { title: string } }) => item.snippet.title);
}

for (const title of ['Tides', 'Ebb'])
  test(`a page finds the playlist of its own test alone: ${title}`, async ({ page, emulator }) => {
    const titles = await page.evaluate(addPlaylist, [baseUrl, title] as const);
    expect(titles).toContain(title);
    expect(titles).not.toContain(title === 'Tides' ? 'Ebb' : 'Tides');
    expect(emulator).toHaveReceived('playlists.insert', { body: { snippet: { title } }, times: 1 });
    expect(emulator.state.playlists.list().some(({ snippet }) => snippet?.title === title)).toBe(true);
  });

test('the same emulator responds over HTTP', async ({ page, emulator, emulatorUrl, request }) => {
  await page.evaluate(addPlaylist, [baseUrl, 'Flow'] as const);
  const response = await request.get(`${emulatorUrl}/playlists?part=snippet&mine=true`, {
    headers: { authorization: 'Bearer t' },
  });
  expect(await response.text()).toContain('Flow');
  expect(emulator).toHaveReceived('playlists.list', { times: 2 });
});

test('a fault of the emulator reaches the page', async ({ page, emulator }) => {
  emulator.on.playlists.list.disconnect();
  const failure = page.evaluate((address) => fetch(address).catch(String), `${baseUrl}/playlists?id=a&key=k`);
  expect(await failure).toContain('TypeError');
});

test('a failed test has the journal in its report', async ({ page, emulator }) => {
  await page.evaluate(addPlaylist, [baseUrl, 'Neap'] as const);
  expect(emulator).not.toHaveReceived('playlists.insert');
});
