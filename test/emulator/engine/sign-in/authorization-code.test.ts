import type { EmulatorOptions } from '@speccast/emulator';
import { expect, test } from 'vitest';
import { callerOf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';
import { Caller, challenge, openShelfWithSignIn, redirectUri, request, verifier } from './signing-in.js';

const root = 'http://127.0.0.1:4010';

/** Rows state the time as a number. */
function open({ now, ...options }: EmulatorOptions = {}) {
  const time: unknown = now;
  const emulator = openShelfWithSignIn({ ...options, ...(typeof time === 'number' && { now: () => time }) });
  return { emulator, call: callerOf(emulator) };
}

runRows(new URL('authorization-code.yaml', import.meta.url), open, {
  root,
  authorize: `${root}/o/auth?${new URLSearchParams(request)}`,
  redirect: redirectUri,
  verifier,
  challenge,
});

test('markup stays text', async () => {
  const caller = new Caller(openShelfWithSignIn({ auth: 'strict' }));
  const hostile = '"><script>alert(1)</script>';
  for (const name of ['client_id', 'state', 'login_hint', 'nonce', hostile]) {
    const { text, headers } = await caller.authorize({ prompt: undefined, [name]: hostile });
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;script&gt;');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}=';/);
  }
  expect((await caller.authorize({ prompt: undefined })).text).toContain('Change &lt;b&gt;your&lt;/b&gt; books.');
});

test('a form that is too long is rejected', async () => {
  const fields = { grant_type: 'refresh_token', refresh_token: 'x'.repeat(70_000) };
  expect((await new Caller(openShelfWithSignIn()).post('/token', fields)).status).toBe(413);
});

test('state, worlds and time: codes and tokens are part of them', async () => {
  const caller = new Caller(openShelfWithSignIn({ auth: 'strict' }));
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

test('options that are none are an error that shows no value', () => {
  const start = (options: object) => () => openShelfWithSignIn({ signIn: options });
  expect(start({ client: {} })).toThrow(
    new TypeError('signIn: client is no option of the sign-in, or has a wrong value.'),
  );
  expect(start({ clients: { app: { secret: 1, key: 'x' } } })).toThrow('clients is no option');
});
