import { createVideoPlatform, bearer, oauthRefresh } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { signIn, signInOnDevice, type Scope, type SignedIn } from '@speccast/video-platform/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';

const emulator = createEmulator({
  auth: 'strict',
  now: Date.now,
  signIn: { rotateRefreshTokens: true, deviceInterval: 0 },
});
const scopes: readonly Scope[] = ['https://www.googleapis.com/auth/youtube'];
let server: Awaited<ReturnType<typeof serve>>;
let origin = '';

beforeAll(async () => {
  server = await serve(emulator, { port: 0 });
  origin = new URL(server.url).origin;
});
afterAll(() => server.close());

/** Inserts a playlist, and lists the user's titles with the first access token and with two that `oauthRefresh` fetches. */
async function listTitles(tokens: SignedIn, title: string): Promise<readonly (string | undefined)[][]> {
  const first = createVideoPlatform({ auth: bearer(tokens.accessToken), baseUrl: server.url, retry: false });
  const refreshing = createVideoPlatform({ auth: oauthRefresh(tokens), baseUrl: server.url, retry: false });
  await first.playlists.insert({ body: { snippet: { title } } });
  const all: (string | undefined)[][] = [];
  for (const client of [first, refreshing, refreshing]) {
    const { items = [] } = await client.playlists.list({ part: ['snippet'], mine: true });
    all.push(items.map(({ snippet }) => snippet?.title));
    emulator.clock.advance(3_500_000);
  }
  return all;
}

test('a user signs in with a browser, and each refreshed token belongs to the same user', async () => {
  const pages: Promise<string>[] = [];
  const tokens = await signIn({
    clientId: 'desktop',
    scopes: [...scopes, 'openid'],
    authorizationUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    parameters: { prompt: 'none', login_hint: 'ann' },
    onUrl: (url) => void pages.push(fetch(url).then((response) => response.text())),
  });
  expect(tokens.idToken?.split('.')).toHaveLength(3);
  expect(await pages[0]).toContain('You are signed in.');
  const [first, second, third] = await listTitles(tokens, 'Tides');
  expect(first).toContain('Tides');
  expect([second, third]).toEqual([first, first]);
});

test('a denied sign-in is an error with its code', async () => {
  const options = {
    clientId: 'desktop',
    authorizationUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    parameters: { prompt: 'none' },
  };
  await expect(signIn({ ...options, onUrl: (url) => fetch(url) })).rejects.toMatchObject({ code: 'login_required' });
});

test('a user signs in on a device, with the endpoints of OpenID Connect', async () => {
  const tokens = await signInOnDevice({
    clientId: 'tv',
    scopes,
    openIdConnectUrl: `${origin}/.well-known/openid-configuration`,
    deviceAuthorizationUrl: `${origin}/__oauth/device`,
    tokenUrl: `${origin}/token`,
    onCode: async ({ userCode, url }) => {
      const decision = { user_code: userCode, user: 'bob', granted: scopes.join(' '), decision: 'allow' };
      expect((await fetch(url, { method: 'POST', body: new URLSearchParams(decision) })).status).toBe(200);
    },
  });
  const [first, second] = await listTitles(tokens, 'Dunes');
  expect([first?.includes('Dunes'), second]).toEqual([true, first]);
});
