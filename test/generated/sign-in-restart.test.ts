import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OAuth2Client } from 'google-auth-library';
import { afterAll, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../generated/video-platform/dist/mocks/bin.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'speccast-sign-in-'));
const state = join(folder, 'emulator.state');
const signIn = join(folder, 'sign-in.json');
const scope = 'https://www.googleapis.com/auth/youtube';
const redirectUri = 'http://127.0.0.1:9/back';
const running: ChildProcess[] = [];

afterAll(() => {
  for (const one of running) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the command in another process, with the state of the previous one. */
async function start(port = '0'): Promise<{ readonly origin: string; readonly kill: () => Promise<void> }> {
  const args = [command, '--port', port, '--auth', 'strict', '--state', state, '--sign-in', signIn];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  running.push(child);
  const [printed] = await once(child.stdout, 'data');
  return {
    origin: new URL(String(printed).split('\n')[0] ?? '').origin,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

type Fields = Readonly<Record<string, string>>;

async function post(address: string, fields: Fields): Promise<{ status: number; body: Fields }> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const client = { client_id: 'web', client_secret: 'the-secret-of-web' };

/** Signs in a user, and returns the authorization code. */
async function requestCode(origin: string, user: string): Promise<string> {
  const request = { response_type: 'code', client_id: 'web', redirect_uri: redirectUri, scope: `openid ${scope}` };
  const query = new URLSearchParams({ ...request, prompt: 'none', login_hint: user });
  const { headers } = await fetch(`${origin}/o/oauth2/v2/auth?${query}`, { redirect: 'manual' });
  return new URL(headers.get('location') ?? 'http://none').searchParams.get('code') ?? '';
}

function exchange(origin: string, code: string): ReturnType<typeof post> {
  return post(`${origin}/token`, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...client });
}

function refresh(origin: string, token = ''): ReturnType<typeof post> {
  return post(`${origin}/token`, { grant_type: 'refresh_token', refresh_token: token, ...client });
}

/** Lists the playlists of the user of a token, or returns the status of the error. */
async function listPlaylists(origin: string, token: string | undefined): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/v3/playlists?part=snippet&mine=true`, { headers });
  return response.ok ? ((await response.json()) as { items: unknown }).items : response.status;
}

async function advance(origin: string, milliseconds: number): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ advance: milliseconds });
  return (await fetch(`${origin}/__mock/clock`, { method: 'POST', headers, body })).status;
}

test('tokens and codes are valid after a killed process is restarted, and the state file has no secrets', async () => {
  writeFileSync(
    signIn,
    JSON.stringify({ clients: { web: { secret: client.client_secret, redirectUris: [redirectUri] } } }),
  );
  const first = await start();
  const { body: ada } = await exchange(first.origin, await requestCode(first.origin, 'ada'));
  const { body: bob } = await exchange(first.origin, await requestCode(first.origin, 'bob'));
  const open = await requestCode(first.origin, 'ada');
  const { body: device } = await post(`${first.origin}/__oauth/device`, { ...client, scope });
  const decision = { user_code: device['user_code'] ?? '', user: 'ada', granted: scope, decision: 'allow' };
  await fetch(`${first.origin}/__oauth/verify`, { method: 'POST', body: new URLSearchParams(decision) });
  await post(`${first.origin}/__oauth/revoke`, { token: bob['access_token'] ?? '' });
  const before = await listPlaylists(first.origin, ada['access_token']);
  expect(before).toEqual([expect.anything()]);
  expect(await advance(first.origin, 540_000)).toBe(200);

  // The file has hashes of tokens and codes only. The key of ID tokens, which it has, gives no access.
  const kept = readFileSync(state, 'utf8');
  const secrets = [ada, bob].flatMap((one) => ['access_token', 'refresh_token', 'id_token'].map((name) => one[name]));
  for (const secret of [...secrets, open, device['device_code'], device['user_code'], client.client_secret]) {
    expect(secret).toMatch(/.{8}/);
    expect(kept).not.toContain(secret?.replace('-', ''));
    expect(kept).not.toContain(secret);
  }
  expect(statSync(state).mode & 0o077).toBe(0);

  await first.kill();
  const { origin } = await start(new URL(first.origin).port);
  expect(origin).toBe(first.origin);
  expect(await listPlaylists(origin, ada['access_token'])).toEqual(before);
  expect(await listPlaylists(origin, bob['access_token'])).toBe(401);
  const endpoints = { oauth2FederatedSignonPemCertsUrl: `${origin}/__oauth/certs` };
  const verifier = new OAuth2Client({ clientId: 'web', issuers: [origin], endpoints });
  const ticket = await verifier.verifyIdToken({ idToken: ada['id_token'] ?? '', audience: 'web' });
  expect(ticket.getPayload()?.sub).toBe('ada');

  const again = await refresh(origin, ada['refresh_token']);
  expect([again.status, await listPlaylists(origin, again.body['access_token'])]).toEqual([200, before]);
  expect(await refresh(origin, bob['refresh_token'])).toMatchObject({ status: 200 });
  expect(await listPlaylists(origin, (await exchange(origin, open)).body['access_token'])).toEqual(before);
  const grant = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device['device_code'] ?? '',
  };
  const connected = await post(`${origin}/token`, { ...grant, ...client });
  expect(await listPlaylists(origin, connected.body['access_token'])).toEqual(before);
  expect(await post(`${origin}/token`, { ...grant, ...client, client_id: 'unknown' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  });

  // The first token expires after an hour. Nine minutes of it passed before the restart.
  expect(await advance(origin, 3_060_000)).toBe(200);
  expect(await listPlaylists(origin, ada['access_token'])).toBe(401);
  expect(await listPlaylists(origin, again.body['access_token'])).toEqual(before);
  expect(await exchange(origin, open)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});
