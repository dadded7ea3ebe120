import { beforeEach, describe, expect, test } from 'vitest';
import { Caller, challenge, openShelfWithSignIn, redirectUri, verifier } from './signing-in.js';

let caller: Caller;
beforeEach(() => {
  caller = new Caller(openShelfWithSignIn({ auth: 'strict' }));
});

test('a user signs in, calls, refreshes, and is the same user', async () => {
  const back = await caller.authorize();
  const location = new URL(back.headers.get('location') ?? '');
  expect([back.status, location.origin + location.pathname, location.searchParams.get('state')]).toEqual([
    302,
    redirectUri,
    'x y&z',
  ]);
  expect(location.searchParams.get('iss')).toBe('http://127.0.0.1:4010');
  const { status, body, headers } = await caller.token({ code: location.searchParams.get('code') ?? '' });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
  expect(body['id_token']).toBeUndefined();
  const refreshed = (await caller.refresh(body['refresh_token'])).body;
  expect(refreshed['refresh_token']).toBeUndefined();
  expect([await caller.call(body['access_token']), await caller.call(refreshed['access_token'])]).toEqual([200, 200]);
  expect(caller.emulator.tokens.list().map(({ user, clientId, kind }) => [user, clientId, kind])).toEqual([
    ['ann', 'app', 'access'],
    ['ann', 'app', 'refresh'],
    ['ann', 'app', 'access'],
  ]);
});

test('tokens expire on the clock of the emulator, and refresh tokens where that is wanted', async () => {
  caller = new Caller(openShelfWithSignIn({ signIn: { accessTokenSeconds: 60, refreshTokenSeconds: 600 } }));
  const { access_token: token, refresh_token: refresh, expires_in: seconds } = await caller.signIn();
  expect([seconds, await caller.call(token)]).toEqual([60, 200]);
  caller.emulator.clock.advance(60_000);
  expect(await caller.call(token)).toBe(401);
  expect(await caller.call((await caller.refresh(refresh)).body['access_token'])).toBe(200);
  caller.emulator.clock.advance(600_000);
  expect((await caller.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' });
});

test('a code works once: the second time its tokens are revoked', async () => {
  const code = await caller.code();
  const { access_token: token, refresh_token: refresh } = (await caller.token({ code })).body;
  expect(await caller.call(token)).toBe(200);
  expect((await caller.token({ code })).body).toMatchObject({ error: 'invalid_grant' });
  expect([await caller.call(token), (await caller.refresh(refresh)).status]).toEqual([401, 400]);
});

test('refresh tokens are replaced where that is wanted, and use of an old one revokes all', async () => {
  caller = new Caller(openShelfWithSignIn({ auth: 'strict', signIn: { rotateRefreshTokens: true } }));
  const first = (await caller.signIn())['refresh_token'];
  const second = (await caller.refresh(first, { scope: 'read' })).body;
  const third = (await caller.refresh(second['refresh_token'])).body;
  expect([second['scope'], third['scope'], await caller.call(third['access_token'])]).toEqual([
    'read',
    'read write',
    200,
  ]);
  expect((await caller.refresh(first)).body['error']).toBe('invalid_grant');
  expect([await caller.call(third['access_token']), (await caller.refresh(third['refresh_token'])).status]).toEqual([
    401, 400,
  ]);
});

test('scopes count where the operation states them', async () => {
  const { access_token: token } = await caller.signIn({ scope: 'read' });
  expect(await caller.call(token)).toBe(200);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { status, headers: sent, text } = await caller.send('/v1/books', { method: 'POST', headers, body: '{}' });
  expect([status, sent.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="emulator", error="insufficient_scope", scope="write"',
  ]);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 403, errors: [{ reason: 'insufficientPermissions' }] } });
});

test('without a page, prompt=none needs a user', async () => {
  expect(await caller.redirected({ login_hint: undefined })).toMatchObject({ error: 'login_required' });
  expect(await caller.redirected({ prompt: 'none login' })).toMatchObject({ error: 'invalid_request' });
  const own = new Caller(openShelfWithSignIn({ signIn: { user: 'bob' } }));
  await own.signIn({ login_hint: undefined, prompt: undefined });
  expect(own.emulator.tokens.list()[0]?.user).toBe('bob');
});

describe('errors that go back to the client', () => {
  test.each([
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ scope: 'read admin' }, 'invalid_scope'],
    [{ scope: 'a"b' }, 'invalid_scope'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'S512' }, 'invalid_request'],
    [{ request_uri: 'https://x.example' }, 'request_uri_not_supported'],
    [{ login_hint: ' \u0007' }, 'invalid_request'],
  ])('%j is %s', async (changes, error) => {
    expect(await caller.redirected(changes)).toMatchObject({ error, state: 'x y&z', iss: 'http://127.0.0.1:4010' });
  });

  test('a parameter that comes twice', async () => {
    const query = new URLSearchParams({
      client_id: 'app',
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 's',
    });
    const { headers } = await caller.send(`/o/auth?${query}&scope=read&scope=write`);
    expect(headers.get('location')).toMatch(/error=invalid_request&error_description=The\+parameter\+scope/);
  });
});

describe('errors that are shown, because nobody knows where to send them', () => {
  const wrong: readonly (readonly [changes: Record<string, string | undefined>, message: string])[] = [
    [{ client_id: undefined }, 'The parameter client_id is missing.'],
    [{ redirect_uri: undefined }, 'The parameter redirect_uri is missing.'],
    ...[
      'https://evil.example/back',
      'javascript:alert(1)//127.0.0.1',
      'http://127.0.0.1.evil.example/',
      'http://127.0.0.1@evil.example/',
      'http://user@127.0.0.1/',
      'http://127.0.0.1/#x',
      '//127.0.0.1/',
      'not an address',
    ].map((address) => [{ redirect_uri: address }, 'The redirect_uri is not allowed.'] as const),
  ];

  test.each(wrong)('%j', async (changes, message) => {
    const { status, headers, text } = await caller.authorize(changes);
    expect([status, headers.get('location'), headers.get('content-type')]).toEqual([
      400,
      null,
      'text/html; charset=UTF-8',
    ]);
    expect(text).toContain(message);
  });

  test('markup stays text', async () => {
    const hostile = '"><script>alert(1)</script>';
    for (const name of ['client_id', 'state', 'login_hint', 'nonce', hostile]) {
      const { text, headers } = await caller.authorize({ prompt: undefined, [name]: hostile });
      expect(text).not.toContain('<script');
      expect(text).toContain('&lt;script&gt;');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}=';/);
    }
    expect((await caller.authorize({ prompt: undefined })).text).toContain('Change &lt;b&gt;your&lt;/b&gt; books.');
  });

  test.each(['http://localhost:1/x', 'http://[::1]:65535/', 'http://127.0.0.1', 'http://127.0.0.1:1/?a=b%20c'])(
    '%s is on this machine',
    async (address) => {
      const { status, headers } = await caller.authorize({ redirect_uri: address });
      expect(status).toBe(302);
      expect(headers.get('location')).toContain(address);
    },
  );
});

describe('wrong token requests', () => {
  test.each([
    ['a wrong verifier', { code_verifier: `${verifier}x` }, 'invalid_grant'],
    ['a verifier that is none', { code_verifier: 'x' }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['another address', { redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
    ['no address', { redirect_uri: undefined }, 'invalid_request'],
    ['another client', { client_id: 'other' }, 'invalid_grant'],
    ['an unknown code', { code: 'code_unknown' }, 'invalid_grant'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a grant type of every object', { grant_type: 'constructor' }, 'unsupported_grant_type'],
  ])('%s', async (_what, changes, error) => {
    const code = await caller.code();
    const { status, body } = await caller.token({ code, ...changes });
    expect([status, body['error']]).toEqual([400, error]);
    // It can still be used by whom it is for.
    expect((await caller.token({ code })).status).toBe(200);
  });

  test('a verifier for a request without a challenge', async () => {
    const code = await caller.code({ code_challenge: undefined, code_challenge_method: undefined });
    expect((await caller.token({ code })).body['error']).toBe('invalid_grant');
    expect((await caller.token({ code, code_verifier: undefined })).status).toBe(200);
  });

  test('a plain challenge', async () => {
    const code = await caller.code({ code_challenge: verifier, code_challenge_method: undefined });
    expect((await caller.token({ code, code_verifier: challenge })).body['error']).toBe('invalid_grant');
    expect((await caller.token({ code })).status).toBe(200);
  });

  test('an expired code', async () => {
    const code = await caller.code();
    caller.emulator.clock.advance(600_000);
    expect((await caller.token({ code })).body['error']).toBe('invalid_grant');
  });

  test('bodies that are no forms', async () => {
    const post = async (body: string, type: string): Promise<unknown> => {
      const sent = await caller.send('/token', { method: 'POST', body, headers: { 'content-type': type } });
      return [sent.status, sent.body['error']];
    };
    const form = 'application/x-www-form-urlencoded';
    expect([
      await post('{}', 'application/json'),
      await post('', ''),
      await post('grant_type=%ff', form),
      await post('grant_type=refresh_token&grant_type=refresh_token', form),
      await post(`grant_type=refresh_token&refresh_token=${'x'.repeat(70_000)}`, form),
      await post('', form),
    ]).toEqual([
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [413, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
    const get = await caller.send('/token?grant_type=refresh_token');
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('fewer scopes when refreshed, but no others', async () => {
    const { refresh_token: token } = await caller.signIn({ scope: 'read' });
    expect((await caller.refresh(token, { scope: 'write' })).body['error']).toBe('invalid_scope');
    expect((await caller.refresh(token, { client_id: 'other' })).body['error']).toBe('invalid_grant');
    expect((await caller.refresh('rt_unknown')).body['error']).toBe('invalid_grant');
  });
});

test('secrets are in no journal, in no error and in no saved state', async () => {
  const code = await caller.code();
  const given = (await caller.token({ code, client_secret: 'the-secret' })).body;
  const wrong = await caller.token({ code, client_secret: 'the-secret' });
  await caller.refresh(given['refresh_token']);
  await caller.send(`/o/auth?code=${code}&access_token=${given['access_token']}`);
  const all = JSON.stringify([
    caller.emulator.journal,
    caller.emulator.save(),
    caller.emulator.tokens.list(),
    wrong.text,
  ]);
  const secrets = [code, verifier, 'the-secret', given['access_token'] ?? '', given['refresh_token'] ?? ''];
  expect(secrets.filter((secret) => secret.length < 9 || all.includes(secret))).toEqual([]);
  expect(caller.emulator.journal.find(({ url }) => url.endsWith('/token'))).toMatchObject({
    body: { grant_type: 'authorization_code', client_id: 'app' },
  });
});

test('state, worlds and time: codes and tokens are part of them', async () => {
  const code = await caller.code();
  const copy = new Caller(openShelfWithSignIn({ auth: 'strict' }));
  copy.emulator.load(JSON.parse(JSON.stringify(caller.emulator.save())));
  const given = (await copy.token({ code })).body;
  expect([await copy.call(given['access_token']), await caller.call(given['access_token'])]).toEqual([200, 401]);
  const world = new Caller(caller.emulator, '/w/mine');
  const { access_token: token, refresh_token: refresh } = await world.signIn();
  expect(token).toMatch(/~mine$/);
  expect([await world.call(token), (await world.refresh(refresh)).status]).toEqual([200, 200]);
  // The world was forked with the code of the base.
  expect((await world.token({ code })).status).toBe(200);
  expect(caller.emulator.tokens.list()).toEqual([]);
  expect((await caller.token({ code })).status).toBe(200);
});
