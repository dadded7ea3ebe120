import { describe, expect, test } from 'vitest';
import { Caller, openShelfWithSignIn, type Received, redirectUri } from './signing-in.js';

const basic = (text: string): { authorization: string } => ({ authorization: `Basic ${btoa(text)}` });
const web = 'https://app.example/back?x=1';
const signIn = {
  clients: {
    app: { secret: 's:1 é', redirectUris: [web, 'http://localhost/back'] },
    open: {},
  },
};
const registered = (): Caller => new Caller(openShelfWithSignIn({ signIn }));
const plain = new URLSearchParams({ grant_type: 'client_credentials' });
const outcome = ({ status, body }: Received): unknown => [status, body['error'] ?? body['scope']];

describe('registered clients', () => {
  test('send users back to their own addresses, at any port if those are on this machine', async () => {
    const caller = registered();
    expect((await caller.authorize({ redirect_uri: web })).headers.get('location')).toMatch(/back\?x=1&code=/);
    expect((await caller.authorize({ redirect_uri: 'http://localhost:99/back' })).status).toBe(302);
    for (const address of [redirectUri, `${web}1`, 'http://localhost:99/back/', 'https://localhost:99/back'])
      expect((await caller.authorize({ redirect_uri: address })).status).toBe(400);
    expect((await caller.authorize({ client_id: 'open' })).status).toBe(302);
    expect((await caller.authorize({ client_id: 'unknown' })).text).toContain(
      'There is no client with this client_id.',
    );
    expect((await caller.authorize({ client_id: 'toString' })).status).toBe(400);
  });

  test('prove who they are in the header or in the form', async () => {
    const caller = registered();
    const send = async (fields: Record<string, string>, headers = {}): Promise<unknown> =>
      outcome(await caller.post('/token', { grant_type: 'client_credentials', ...fields }, headers));
    const encoded = basic(`app:${encodeURIComponent('s:1 é')}`);
    expect([
      await send({ client_id: 'app', client_secret: 's:1 é', scope: 'read' }),
      await send({ scope: 'read' }, encoded),
      await send({ client_id: 'app', scope: 'read' }, encoded),
      await send({ client_id: 'app', client_secret: 'wrong' }),
      await send({ client_id: 'app' }),
      await send({ client_id: 'unknown', client_secret: 'x' }),
      await send({}, basic('app:wrong')),
      await send({}, { authorization: 'Basic %%%' }),
      await send({}, { authorization: 'Bearer x' }),
      await send({ client_id: 'open' }, encoded),
      await send({ client_secret: 's:1 é' }, encoded),
      await send({ client_assertion: 'x' }),
      await send({}),
      await send({ client_id: 'open' }),
    ]).toEqual([
      [200, 'read'],
      [200, 'read'],
      [200, 'read'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
    ]);
    const { headers } = await caller.send('/token', { method: 'POST', body: plain });
    expect(headers.get('www-authenticate')).toBe('Basic realm="emulator", charset="UTF-8"');
  });
});

test('a client that is not registered may have any secret, but needs one for tokens of its own', async () => {
  const caller = new Caller(openShelfWithSignIn({ auth: 'strict' }));
  const fields = { grant_type: 'client_credentials', client_id: 'job' };
  const { status, body } = await caller.post('/token', { ...fields, client_secret: 'any', scope: 'write' });
  expect([status, body['refresh_token'], await caller.call(body['access_token'])]).toEqual([200, undefined, 200]);
  expect(caller.emulator.tokens.list()).toMatchObject([{ user: 'job', clientId: 'job', scopes: ['write'] }]);
  expect(outcome(await caller.post('/token', fields))).toEqual([401, 'invalid_client']);
});

test('any client may use addresses that are registered for all', async () => {
  const caller = new Caller(openShelfWithSignIn({ signIn: { redirectUris: ['app.example:/back', web] } }));
  const { headers } = await caller.authorize({ redirect_uri: 'app.example:/back' });
  expect(headers.get('location')).toMatch(/^app\.example:\/back\?code=/);
  expect((await caller.authorize({ redirect_uri: web })).status).toBe(302);
  const page = await caller.authorize({ redirect_uri: 'app.example:/back', prompt: undefined });
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' app.example:;");
});

describe('revocation and introspection', () => {
  test('a revoked token does not work any more', async () => {
    const caller = new Caller(openShelfWithSignIn());
    const { access_token: token = '', refresh_token: refresh = '' } = await caller.signIn();
    const other = await caller.signIn();
    expect(outcome(await caller.post('/__oauth/revoke', { token, client_id: 'other' }))).toEqual([
      400,
      'unauthorized_client',
    ]);
    expect((await caller.post('/__oauth/revoke', { token, client_id: 'app' })).status).toBe(200);
    expect([await caller.call(token), (await caller.refresh(refresh)).status]).toEqual([401, 200]);
    expect((await caller.send(`/__oauth/revoke?token=${refresh}`, { method: 'POST' })).status).toBe(200);
    expect([(await caller.refresh(refresh)).status, await caller.call(other['access_token'])]).toEqual([400, 200]);
    expect((await caller.post('/__oauth/revoke', { token: 'unknown' })).status).toBe(200);
    expect(outcome(await caller.post('/__oauth/revoke', {}))).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(caller.emulator.journal)).not.toContain(refresh);
  });

  test('clients with a secret learn what a token is', async () => {
    const caller = new Caller(openShelfWithSignIn({ now: () => 1e12 }));
    const { access_token: token = '', refresh_token: refresh = '' } = await caller.signIn({ scope: 'read' });
    const ask = (text: string, headers = basic('server:any')): Promise<Received> =>
      caller.post('/__oauth/introspect', { token: text }, headers);
    expect((await ask(token)).body).toEqual({
      active: true,
      scope: 'read',
      client_id: 'app',
      aud: 'app',
      username: 'ann',
      sub: 'ann',
      token_type: 'Bearer',
      iat: 1e9,
      exp: 1e9 + 3600,
      iss: 'http://127.0.0.1:4010',
    });
    expect((await ask(refresh)).body).toMatchObject({ active: true, token_type: 'refresh_token' });
    expect((await ask('unknown')).body).toEqual({ active: false });
    caller.emulator.tokens.revoke(token);
    expect((await ask(token)).body).toEqual({ active: false });
    expect(outcome(await caller.post('/__oauth/introspect', { token, client_id: 'app' }))).toEqual([
      401,
      'invalid_client',
    ]);
  });
});

test('options that are none are an error that shows no value', () => {
  const open = (options: object) => () => openShelfWithSignIn({ signIn: options });
  expect(open({ client: {} })).toThrow(
    new TypeError('signIn: client is no option of the sign-in, or has a wrong value.'),
  );
  expect(open({ clients: { app: { secret: 1, key: 'x' } } })).toThrow('clients is no option');
});
