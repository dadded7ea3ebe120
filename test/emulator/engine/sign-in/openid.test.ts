import { startEmulator } from '@speccast/emulator';
import { createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Caller, openShelfWithSignIn, planWith, type Received } from './signing-in.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const keysOf = async (caller: Caller): Promise<Record<string, string>[]> =>
  JSON.parse((await caller.send('/__oauth/keys')).text).keys;

describe('ID tokens', () => {
  test('are signed with the published key, say who signed in, and stay valid in worlds', async () => {
    const caller = new Caller(
      openShelfWithSignIn({ now: () => 1e12, signIn: { users: { ann: { name: 'Ann', email: 'a@b.example' } } } }),
    );
    const scope = 'openid profile email read';
    const given = await caller.signIn({ scope, nonce: 'n-1' });
    const [header, payload, signature = ''] = (given['id_token'] ?? '').split('.');
    const [key = {}] = await keysOf(caller);
    expect(decode(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: key['kid'] });
    const publicKey = createPublicKey({ key, format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(decode(payload)).toMatchObject({
      iss: 'http://127.0.0.1:4010',
      aud: 'app',
      sub: 'ann',
      iat: 1e9,
      exp: 1e9 + 3600,
      auth_time: 1e9,
      nonce: 'n-1',
      name: 'Ann',
      email: 'a@b.example',
    });
    const pem = JSON.parse((await caller.send('/__oauth/certs')).text)[key['kid'] ?? ''];
    expect(createPublicKey(pem).equals(publicKey)).toBe(true);
    const world = new Caller(caller.emulator, '/w/w1');
    expect(await keysOf(world)).toEqual([key]);
    expect(decode((await world.signIn({ scope }))['id_token']?.split('.')[1])['iss']).toBe(
      'http://127.0.0.1:4010/w/w1',
    );
    const refreshed = (await caller.refresh(given['refresh_token'])).body['id_token'];
    expect(decode(refreshed?.split('.')[1])).toMatchObject({ sub: 'ann', aud: 'app' });
  });

  test('and user info need the scope openid', async () => {
    const caller = new Caller(openShelfWithSignIn());
    const ask = (token = ''): Promise<Received> =>
      caller.send('/__oauth/userinfo', { headers: { authorization: `Bearer ${token}` } });
    const { access_token: token, refresh_token: refresh } = await caller.signIn({ scope: 'openid email' });
    expect((await ask(token)).body).toEqual({ sub: 'ann', email: 'ann@example.com', email_verified: true });
    const plain = await ask((await caller.signIn())['access_token']);
    expect([plain.status, plain.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="emulator", error="insufficient_scope", error_description="The token lacks the scope openid.", scope="openid"',
    ]);
    caller.emulator.tokens.revoke(token ?? '');
    expect([(await ask(token)).status, (await ask(refresh)).status, (await ask('any')).status]).toEqual([
      401, 401, 401,
    ]);
    expect((await caller.send('/__oauth/userinfo')).headers.get('www-authenticate')).toBe('Bearer realm="emulator"');
  });
});

describe('where the endpoints are', () => {
  test('the configuration names the paths of the spec, and those below /__oauth', async () => {
    const caller = new Caller(openShelfWithSignIn());
    const { body } = await caller.send('/.well-known/openid-configuration');
    const host = 'http://127.0.0.1:4010';
    expect(body).toMatchObject({
      issuer: host,
      authorization_endpoint: `${host}/o/auth`,
      token_endpoint: `${host}/token`,
      jwks_uri: `${host}/__oauth/keys`,
      device_authorization_endpoint: `${host}/__oauth/device`,
      scopes_supported: expect.arrayContaining(['read', 'openid']),
      code_challenge_methods_supported: ['S256', 'plain'],
    });
    expect((await caller.send('/.well-known/oauth-authorization-server')).body).toEqual(body);
    const inWorld = await caller.send('/.well-known/oauth-authorization-server/w/w1');
    expect(inWorld.body).toMatchObject({ issuer: `${host}/w/w1`, token_endpoint: `${host}/w/w1/token` });
    expect(await caller.send('/w/w1/.well-known/openid-configuration')).toMatchObject({ body: inWorld.body });
    const preflight = await caller.send('/token', { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
  });

  test('an OpenID Connect URL, also with a path', async () => {
    const openIdConnectUrl = 'https://id.example/realms/a/.well-known/openid-configuration';
    const caller = new Caller(openShelfWithSignIn({}, { oauth: { type: 'openIdConnect', openIdConnectUrl } }));
    const { body } = await caller.send('/realms/a/.well-known/openid-configuration');
    const issuer = 'http://127.0.0.1:4010/realms/a';
    expect(body).toMatchObject({ issuer, token_endpoint: `${issuer}/__oauth/token` });
    expect((await caller.send('/.well-known/oauth-authorization-server/realms/a')).body).toEqual(body);
    expect((await caller.send('/realms/b/.well-known/openid-configuration')).status).toBe(404);
    expect((await caller.send('/realms/b/__oauth/keys')).status).toBe(404);
    const page = await caller.send(body['device_authorization_endpoint'] ?? '', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'tv' }),
    });
    expect(page.body['verification_uri']).toBe(`${issuer}/__oauth/verify`);
  });

  test('paths that cannot be used, and paths of operations, are below /__oauth', async () => {
    const flow = { authorizationUrl: 'https://id.example/', tokenUrl: '/v1/books', scopes: {} };
    const caller = new Caller(
      openShelfWithSignIn({}, { other: { type: 'oauth2', flows: { authorizationCode: flow } } }),
    );
    const { body } = await caller.send('/.well-known/openid-configuration');
    expect([body['authorization_endpoint'], body['token_endpoint']]).toEqual([
      'http://127.0.0.1:4010/__oauth/authorize',
      'http://127.0.0.1:4010/__oauth/token',
    ]);
    expect((await caller.send('/v1/books?shelfId=old&key=k')).status).toBe(200);
    // A spec without scopes takes any.
    expect((await caller.post('/__oauth/device', { client_id: 'tv', scope: 'any-scope' })).status).toBe(200);
  });

  test('a path that an operation with variables would take, and one that two endpoints share', async () => {
    const flow = {
      authorizationUrl: '/v1/books/auth',
      tokenUrl: '/v1/books/auth',
      refreshUrl: '/v1/books/more',
      scopes: {},
    };
    const caller = new Caller(
      openShelfWithSignIn({}, { oauth: { type: 'oauth2', flows: { authorizationCode: flow } } }),
    );
    const { body } = await caller.send('/.well-known/openid-configuration');
    expect([body['authorization_endpoint'], body['token_endpoint']]).toEqual([
      'http://127.0.0.1:4010/v1/books/auth',
      'http://127.0.0.1:4010/v1/books/more',
    ]);
    expect((await caller.send('/v1/books/auth')).text).toContain('The parameter client_id is missing.');
    expect((await caller.post('/__oauth/token', {})).body['error']).toBe('invalid_request');
  });

  test.each([
    ['bearer', { oauth: { type: 'http', scheme: 'bearer' } }],
    ['nothing', {}],
  ])('nothing is served for a spec with %s', async (_what, schemes) => {
    const caller = new Caller(startEmulator(planWith(schemes), { auth: 'strict' }));
    for (const path of ['/__oauth/token', '/.well-known/openid-configuration', '/token', '/__oauth/keys'])
      expect([(await caller.send(path)).status, (await caller.post(path, {})).status]).toEqual([404, 404]);
    const { accessToken } = caller.emulator.tokens.issue({ user: 'ann' });
    expect([await caller.call(accessToken), await caller.call('any')]).toEqual([200, 401]);
  });
});

describe('service accounts', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const claims = { iss: 'svc@example.com', scope: 'read', aud: 'https://accounts.shelf.example/token', exp: 2e9 };
  const signed = (changes: object = {}, alg = 'RS256', key: KeyObject = privateKey): string => {
    const content = `${encode({ alg, typ: 'JWT' })}.${encode({ ...claims, ...changes })}`;
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  };
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const jwk = elliptic.publicKey.export({ format: 'jwk' });
  const signIn = {
    clients: {
      'svc@example.com': { publicKey: pem },
      ec: { publicKey: { ...jwk } },
      web: { secret: 's' },
      bad: { publicKey: 'x' },
    },
  };
  const open = (options: object = { signIn }): Caller =>
    new Caller(openShelfWithSignIn({ auth: 'strict', ...options }));
  const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const trade = (caller: Caller, assertion: string): Promise<Received> =>
    caller.post('/token', { grant_type: grantType, assertion });

  test('trade an assertion for a token, as themselves or for a user', async () => {
    const caller = open();
    const { status, body } = await trade(caller, signed());
    expect([status, body['scope'], body['refresh_token'], await caller.call(body['access_token'])]).toEqual([
      200,
      'read',
      undefined,
      200,
    ]);
    // Some libraries pad the parts of a JWT.
    expect((await trade(caller, `${signed()}==`)).status).toBe(200);
    await trade(caller, signed({ sub: 'ann', aud: ['x', 'http://127.0.0.1:4010/token'] }));
    expect((await trade(caller, signed({ iss: 'ec' }, 'ES256', elliptic.privateKey))).status).toBe(200);
    expect(caller.emulator.tokens.list().map(({ user, clientId }) => [user, clientId])).toEqual([
      ['svc@example.com', 'svc@example.com'],
      ['svc@example.com', 'svc@example.com'],
      ['ann', 'svc@example.com'],
      ['ec', 'ec'],
    ]);
    const target = (await trade(caller, signed({ target_audience: 'https://x.example' }))).body;
    expect(decode(target['id_token']?.split('.')[1])).toMatchObject({
      aud: 'https://x.example',
      sub: 'svc@example.com',
    });
  });

  test.each([
    ['no JWT', 'x.y.z'],
    ['four parts', `${signed()}.x`],
    ['no signature', `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['a signature of nothing', `${encode({ alg: 'none' })}.${encode(claims)}.AAAA`],
    ['another key', signed({}, 'ES256', elliptic.privateKey)],
    ['changed claims', signed().replace(/\.[^.]*\./, `.${encode({ ...claims, scope: 'write' })}.`)],
    ['an unknown issuer', signed({ iss: 'other' })],
    ['an issuer without a key', signed({ iss: 'web' })],
    ['an issuer whose key is none', signed({ iss: 'bad' })],
    ['no issuer', signed({ iss: undefined })],
    ['a user that is none', signed({ sub: '' })],
    ['another audience', signed({ aud: 'https://other.example' })],
    ['no audience', signed({ aud: undefined })],
    ['no end', signed({ exp: '2' })],
    ['an end that is over', signed({ exp: 1e9 })],
    ['a begin to come', signed({ nbf: 1.9e9 })],
  ])('%s', async (_what, assertion) => {
    const { status, body } = await trade(open(), assertion);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
  });

  test('scopes that do not exist', async () => {
    expect((await trade(open(), signed({ scope: 'admin' }))).body['error']).toBe('invalid_scope');
  });

  test('without registered clients any key will do', async () => {
    expect((await trade(open({}), signed({ iss: 'other' }))).status).toBe(200);
  });
});
