import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { createVideoPlatform, bearer } from '@speccast/video-platform';
import { createEmulator } from '@speccast/video-platform/mocks';
import { serve } from '@speccast/video-platform/server';
import { CodeChallengeMethod, JWT, OAuth2Client } from 'google-auth-library';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Server = Awaited<ReturnType<typeof serve>>;

const scope = 'https://www.googleapis.com/auth/youtube';
const readonly = 'https://www.googleapis.com/auth/youtube.readonly';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const account = 'robot@project.iam.example.com';
const signer = 'server-that-signs';
const redirectUri = 'http://127.0.0.1:9/back';

const emulator = createEmulator({
  auth: 'strict',
  // These clients compare times with the clock of this machine.
  now: Date.now,
  signIn: {
    clients: {
      desktop: {},
      web: { secret: 'web-secret', redirectUris: ['https://app.example/back', redirectUri] },
      [signer]: { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      [account]: { publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    },
  },
});
let server: Server;
let origin = '';

beforeAll(async () => {
  server = await serve(emulator, { port: 0 });
  origin = new URL(server.url).origin;
});
afterAll(() => server.close());

/** Lists the titles of the playlists of a token's user, after inserting one if there is a title. */
async function listTitles(token: string, title?: string): Promise<readonly (string | undefined)[]> {
  const { playlists } = createVideoPlatform({ auth: bearer(token), baseUrl: server.url, retry: false });
  if (title !== undefined) await playlists.insert({ body: { snippet: { title } } });
  const { items = [] } = await playlists.list({ part: ['snippet'], mine: true });
  return items.map(({ snippet }) => snippet?.title);
}

/** Opens the URL of a sign-in as a browser would in which the user is signed in, and returns the URL of the redirect. */
async function follow(address: URL | string, user: string): Promise<URL> {
  const url = new URL(address);
  url.searchParams.set('prompt', 'none');
  url.searchParams.set('login_hint', user);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '');
}

describe('openid-client', () => {
  const configure = (issuer: string): Promise<openid.Configuration> =>
    openid.discovery(new URL(issuer), 'desktop', undefined, openid.None(), { execute: [openid.allowInsecureRequests] });

  test.each(['', '/w/openid'])('signs in by discovery with PKCE, refreshes and revokes, below "%s"', async (world) => {
    const config = await configure(`${origin}${world}`);
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: `openid email ${scope}`,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const back = await follow(address, 'ann@example.com');
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({ iss: `${origin}${world}`, aud: 'desktop', email: 'ann@example.com' });
    const before = await listTitles(tokens.access_token, 'Tides');
    expect(before).toContain('Tides');
    const info = await openid.fetchUserInfo(config, tokens.access_token, 'ann@example.com');
    expect(info.email_verified).toBe(true);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(await listTitles(refreshed.access_token)).toEqual(before);
    await openid.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect(listTitles(refreshed.access_token)).rejects.toMatchObject({ status: 401 });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('discovers metadata of RFC 8414, and gets tokens of the client itself', async () => {
    const config = await openid.discovery(
      new URL(`${origin}/w/oauth`),
      'web',
      {},
      openid.ClientSecretBasic('web-secret'),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    );
    const { access_token: token } = await openid.clientCredentialsGrant(config, { scope });
    expect(await openid.tokenIntrospection(config, token)).toMatchObject({ active: true, client_id: 'web', scope });
    expect(await listTitles(token)).toEqual(await listTitles(token));
  });

  test('pushes a request that is signed with a private key, and receives the code in a form', async () => {
    const key = await crypto.subtle.importKey(
      'pkcs8',
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const proof = openid.PrivateKeyJwt(key);
    const options = { execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(origin), signer, undefined, proof, options);
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const verifier = openid.randomPKCECodeVerifier();
    const address = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: redirectUri,
      scope: `openid ${scope}`,
      response_mode: 'form_post',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: '60',
      prompt: 'none',
      login_hint: 'ann@example.com',
      state,
      nonce,
    });
    expect([...address.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const page = await (await fetch(address)).text();
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const sent = new Request(redirectUri, { method: 'POST', body: new URLSearchParams(fields) });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: 60 };
    const tokens = await openid.authorizationCodeGrant(config, sent, checks);
    expect(tokens.claims()).toMatchObject({ sub: 'ann@example.com', aud: signer });
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ client_id: signer });
  });

  test('authenticates with a token that is signed with its secret', async () => {
    const proof = openid.ClientSecretJwt('web-secret');
    const options = { execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(origin), 'web', undefined, proof, options);
    const { access_token: token } = await openid.clientCredentialsGrant(config, { scope });
    expect(await openid.tokenIntrospection(config, token)).toMatchObject({ active: true, client_id: 'web' });
    await expect(
      openid.clientCredentialsGrant(
        await openid.discovery(new URL(origin), 'web', undefined, openid.ClientSecretJwt('wrong'), options),
      ),
    ).rejects.toMatchObject({ status: 401 });
  });

  test('signs in a device', async () => {
    const config = await configure(origin);
    const device = await openid.initiateDeviceAuthorization(config, { scope: readonly });
    const decision = { user_code: device.user_code, user: 'ann@example.com', granted: readonly, decision: 'allow' };
    const { status } = await fetch(device.verification_uri, { method: 'POST', body: new URLSearchParams(decision) });
    expect(status).toBe(200);
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.05 });
    const own = emulator.tokens.issue({ user: 'ann@example.com' }).accessToken;
    const shared = await listTitles(own, 'Shared');
    expect([shared.includes('Shared'), await listTitles(tokens.access_token)]).toEqual([true, shared]);
    await expect(listTitles(tokens.access_token, 'Not allowed')).rejects.toMatchObject({ status: 403 });
  });
});

describe('google-auth-library', () => {
  const endpoints = (): object => ({
    oauth2AuthBaseUrl: `${origin}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${origin}/token`,
    oauth2RevokeUrl: `${origin}/__oauth/revoke`,
    oauth2FederatedSignonPemCertsUrl: `${origin}/__oauth/certs`,
    oauth2FederatedSignonJwkCertsUrl: `${origin}/__oauth/keys`,
  });

  test('signs in, verifies the ID token with keys of the emulator, refreshes and revokes', async () => {
    const client = new OAuth2Client({
      clientId: 'web',
      clientSecret: 'web-secret',
      redirectUri,
      endpoints: endpoints(),
      issuers: [origin],
    });
    const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
    const address = client.generateAuthUrl({
      access_type: 'offline',
      scope: ['openid', 'email', scope],
      code_challenge: codeChallenge ?? '',
      code_challenge_method: CodeChallengeMethod.S256,
    });
    const code = (await follow(address, 'bob@example.com')).searchParams.get('code') ?? '';
    const { tokens } = await client.getToken({ code, codeVerifier });
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: 'web' });
    expect(ticket.getPayload()).toMatchObject({ sub: 'bob@example.com', email: 'bob@example.com', iss: origin });
    const before = await listTitles(tokens.access_token ?? '', 'Dunes');
    client.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    const { token } = await client.getAccessToken();
    expect(token).not.toBe(tokens.access_token);
    expect(await listTitles(token ?? '')).toEqual(before);
    await client.revokeToken(token ?? '');
    await expect(listTitles(token ?? '')).rejects.toMatchObject({ status: 401 });
    await expect(client.getToken({ code, codeVerifier })).rejects.toMatchObject({ response: { status: 400 } });
  });

  test('a service account exchanges a signed assertion for a token', async () => {
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const client = new JWT({ email: account, key, scopes: [scope] });
    // The library has no option for the token URL of service accounts.
    const { transporter } = client;
    const request = transporter.request.bind(transporter);
    const redirected: typeof transporter.request = (options) =>
      request({ ...options, url: String(options?.url).replace('https://oauth2.googleapis.com', origin) });
    Object.assign(transporter, { request: redirected });
    const { access_token: token } = await client.authorize();
    expect(await listTitles(token ?? '', 'By a robot')).toContain('By a robot');
    expect(emulator.tokens.list().at(-1)).toMatchObject({ user: account, scopes: [scope] });
  });
});

const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const run = promisify(execFile);
const hasGoogleAuth = await run(python, [
  '-c',
  'import google.oauth2.service_account, google.auth.transport.requests',
]).then(
  () => true,
  () => false,
);
const missing = hasGoogleAuth ? '' : ' (skipped: python3-google-auth is not installed)';

describe.skipIf(!hasGoogleAuth)(`python3-google-auth${missing}`, () => {
  const script = `
import json, sys
from google.auth.transport.requests import Request
from google.auth.exceptions import RefreshError
from google.oauth2 import credentials, service_account
given = json.load(sys.stdin)
user = credentials.Credentials(None, refresh_token=given['refresh'], token_uri=given['uri'], client_id='web', client_secret='web-secret')
user.refresh(Request())
robot = service_account.Credentials.from_service_account_info(
    {'type': 'service_account', 'client_email': given['account'], 'private_key': given['key'], 'token_uri': given['uri']},
    scopes=[given['scope']])
robot.refresh(Request())
wrong = credentials.Credentials(None, refresh_token='rt_none', token_uri=given['uri'], client_id='web', client_secret='web-secret')
try:
    wrong.refresh(Request())
except RefreshError as error:
    print(json.dumps([user.token, robot.token, str(error)]))
`;

  test('refreshes for the same user, exchanges a signed assertion, and reports an error', async () => {
    const issued = emulator.tokens.issue({ user: 'ann@example.com', scopes: [scope], clientId: 'web' });
    const before = await listTitles(issued.accessToken, 'From Python');
    const child = run(python, ['-c', script]);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    child.child.stdin?.end(
      JSON.stringify({ refresh: issued.refreshToken, uri: `${origin}/token`, account, key, scope }),
    );
    const [user, robot, error] = JSON.parse((await child).stdout);
    expect(await listTitles(user)).toEqual(before);
    expect(await listTitles(robot)).not.toEqual(before);
    expect(error).toContain('invalid_grant');
  });
});
