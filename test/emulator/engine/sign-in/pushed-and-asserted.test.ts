import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Caller, exchange, openShelfWithSignIn, type Received, redirectUri, request } from './signing-in.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = 'a-shared-secret-of-32-characters';
const signIn = {
  clients: {
    key: { publicKey: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    shared: { secret },
    app: {},
  },
};
const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const open = (options: object = { signIn }): Caller => new Caller(openShelfWithSignIn({ now: () => 1e12, ...options }));

/** An assertion of a client; a string signs with HS256. */
function assertionOf(client: string, key: KeyObject | string, changes: object = {}): string {
  const claims = { iss: client, sub: client, aud: 'http://127.0.0.1:4010', exp: 1e9 + 60, jti: '1', ...changes };
  const content = `${encode({ alg: typeof key === 'string' ? 'HS256' : 'RS256' })}.${encode(claims)}`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(content).digest()
      : sign('sha256', Buffer.from(content), key);
  return `${content}.${signature.toString('base64url')}`;
}

describe('clients that prove with a JWT who they are', () => {
  const ask = (caller: Caller, assertion: string, more: Record<string, string> = {}): Promise<Received> =>
    caller.post('/token', {
      grant_type: 'client_credentials',
      client_assertion_type: type,
      client_assertion: assertion,
      ...more,
    });

  test('sign with their private key, or with their secret', async () => {
    const caller = open();
    const given = [
      await ask(caller, assertionOf('key', rsa.privateKey)),
      await ask(caller, assertionOf('key', rsa.privateKey, { aud: ['http://127.0.0.1:4010/token'] })),
      await ask(caller, assertionOf('shared', secret), { client_id: 'shared' }),
    ];
    expect(given.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(caller.emulator.tokens.list().map(({ clientId }) => clientId)).toEqual(['key', 'key', 'shared']);
    expect((await ask(open({}), assertionOf('anybody', 'any secret'))).status).toBe(200);
    expect(JSON.stringify([...caller.emulator.journal])).not.toContain(assertionOf('shared', secret));
  });

  test.each<[string, string, Record<string, string>?]>([
    ['another key', assertionOf('key', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
    ['another secret', assertionOf('shared', `${secret}!`)],
    ['a public key as the secret', assertionOf('key', signIn.clients.key.publicKey)],
    ['a client that registered neither', assertionOf('app', 'x')],
    ['an unknown client', assertionOf('none', 'x')],
    ['the name of another client', assertionOf('shared', secret), { client_id: 'key' }],
    ['two names', assertionOf('shared', secret, { iss: 'key' })],
    ['another audience', assertionOf('shared', secret, { aud: 'https://other.example' })],
    ['an end that is over', assertionOf('shared', secret, { exp: 1e9 })],
    ['no end', assertionOf('shared', secret, { exp: undefined })],
    ['no JWT', 'x'],
    ['no signature', `${encode({ alg: 'none' })}.${encode({ iss: 'shared', sub: 'shared' })}.AA`],
  ])('%s is invalid_client', async (_what, assertion, more) => {
    const { status, body } = await ask(open(), assertion, more);
    expect([status, body['error']]).toEqual([401, 'invalid_client']);
  });

  test('do so in one way, of a known kind', async () => {
    const caller = open();
    const assertion = assertionOf('shared', secret);
    const faults = [
      await ask(caller, assertion, { client_secret: secret }),
      await ask(caller, assertion, { client_assertion_type: 'saml' }),
      await caller.post('/token', { grant_type: 'client_credentials', client_assertion: assertion }),
      await caller.post('/token', { grant_type: 'client_credentials', client_assertion_type: type }),
    ];
    expect(faults.map(({ status, body }) => [status, body['error']])).toEqual(
      faults.map(() => [400, 'invalid_request']),
    );
    const bare = await caller.post('/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'key' });
    expect([bare.status, bare.body['error']]).toEqual([401, 'invalid_client']);
  });
});

describe('pushed authorization requests', () => {
  const push = (caller: Caller, changes: Record<string, string> = {}): Promise<Received> =>
    caller.post('/__oauth/par', { ...request, ...changes });
  const follow = (caller: Caller, name = '', client = 'app'): Promise<Received> =>
    caller.send(`/o/auth?${new URLSearchParams({ client_id: client, request_uri: name, scope: 'ignored' })}`);

  test('are taken before the browser makes them, once', async () => {
    const caller = open();
    const pushed = await push(caller);
    expect([pushed.status, pushed.body['expires_in']]).toEqual([201, 90]);
    expect((await follow(caller, pushed.body['request_uri'], 'key')).status).toBe(400);
    const { status, headers } = await follow(caller, pushed.body['request_uri']);
    const back = new URL(headers.get('location') ?? '').searchParams;
    expect([status, back.get('state')]).toEqual([302, request['state']]);
    expect((await caller.token({ ...exchange, code: back.get('code') ?? '' })).body['scope']).toBe('read write');
    const again = await follow(caller, pushed.body['request_uri']);
    expect([again.status, again.headers.get('location')]).toEqual([400, null]);
  });

  test('end after 90 seconds, and a page shows what was pushed', async () => {
    let now = 1e12;
    const caller = new Caller(openShelfWithSignIn({ signIn, now: () => now }));
    const pushed = await push(caller, { prompt: 'login' });
    expect((await follow(caller, pushed.body['request_uri'])).text).toContain('See your books.');
    const late = await push(caller);
    now += 90_000;
    expect((await follow(caller, late.body['request_uri'])).status).toBe(400);
    expect((await follow(caller, 'urn:ietf:params:oauth:request_uri:none')).status).toBe(400);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['an address that is not allowed', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
    ['an unknown scope', { scope: 'admin' }, 400, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['a request within', { request_uri: 'urn:x' }, 400, 'invalid_request'],
    ['an unknown client', { client_id: 'none' }, 401, 'invalid_client'],
    ['a client without its proof', { client_id: 'shared' }, 401, 'invalid_client'],
  ])('reject %s at once', async (_what, changes, status, error) => {
    const received = await push(open(), changes);
    expect([received.status, received.body['error']]).toEqual([status, error]);
  });

  test('keep no proof of the client', async () => {
    const caller = open();
    const pushed = await push(caller, { client_id: 'shared', client_secret: secret });
    expect(pushed.status).toBe(201);
    expect(JSON.stringify([caller.emulator.save(), ...caller.emulator.journal])).not.toContain(secret);
    expect(JSON.stringify(caller.emulator.save())).not.toContain(pushed.body['request_uri']?.slice(-20));
  });
});

describe('responses by a form', () => {
  test('go to the client by a page that may do nothing else', async () => {
    const { status, text, headers } = await open().authorize({ response_mode: 'form_post', state: '"><script>x' });
    expect(status).toBe(200);
    expect(text).toContain(`<form method="post" action="${redirectUri}">`);
    expect(text).toMatch(/name="code" value="code_[\w-]{32}"/);
    expect(text).toContain('name="state" value="&quot;&gt;&lt;script&gt;x"');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /default-src 'none'; .*script-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:5005;/,
    );
    const denied = await open().authorize({ response_mode: 'form_post', scope: 'admin' });
    expect(denied.text).toContain('name="error" value="invalid_scope"');
  });

  test('need an address of HTTP, and other pages have no script', async () => {
    const app = { clients: { app: { redirectUris: ['com.app:/back'] } } };
    const back = await open({ signIn: app }).authorize({ response_mode: 'form_post', redirect_uri: 'com.app:/back' });
    expect(back.headers.get('location')).toContain('error=invalid_request');
    expect((await open().redirected({ response_mode: 'fragment' }))['error']).toBe('invalid_request');
    const page = await open().authorize({ prompt: 'login', response_mode: 'form_post' });
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
  });
});

describe('when the user signed in', () => {
  test('stays the same in refreshed ID tokens, also when refresh tokens rotate', async () => {
    let now = 1e12;
    const options = { now: () => now, signIn: { rotateRefreshTokens: true } };
    const caller = new Caller(openShelfWithSignIn(options));
    const timeIn = ({ id_token: token = '' }: Received['body']): unknown =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).auth_time;
    let given = await caller.signIn({ scope: 'openid read', max_age: '0', nonce: 'n' });
    for (let round = 0; round < 3; round += 1) {
      expect(timeIn(given)).toBe(1e9);
      now += 60_000;
      given = (await caller.refresh(given['refresh_token'])).body;
    }
    expect(Buffer.from(given['id_token']?.split('.')[1] ?? '', 'base64url').toString()).not.toContain('nonce');
  });
});
