import type { EmulatorOptions } from '@speccast/emulator';
import type { JsonObject } from '@speccast/runtime';
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { readYaml } from '../../../rows.js';
import { createCallWithControl, openShelf } from '../../shelf/open-shelf.js';
import { runRows } from '../../shelf/run-rows.js';
import { challenge, openShelfWithSignIn, redirectUri, request, verifier } from './open-shelf-with-sign-in.js';

const root = 'http://127.0.0.1:4010';

/** Converts `now` of a row, a number, to a function. */
function withTime({ now, ...options }: EmulatorOptions): EmulatorOptions {
  const time: unknown = now;
  return typeof time === 'number' ? { ...options, now: () => time } : options;
}

/** Opens a shelf with sign-in; rows may have security schemes of their own. */
function open({ schemes, ...options }: EmulatorOptions & { readonly schemes?: JsonObject } = {}) {
  const emulator = openShelfWithSignIn(withTime(options), schemes);
  return { emulator, call: createCallWithControl(emulator) };
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const { x: ecX = '', y: ecY = '' } = elliptic.publicKey.export({ format: 'jwk' });

const keys: Readonly<Record<string, KeyObject | string>> = {
  rsa: rsa.privateKey,
  other: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  elliptic: elliptic.privateKey,
  public: publicKey,
};

interface Assertion {
  readonly key?: string;
  readonly claims?: JsonObject;
  /** Claims that are changed after signing, so that the signature is wrong. */
  readonly changed?: JsonObject;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signAssertion(common: JsonObject, { key: name, claims, changed }: Assertion): string {
  const all = Object.entries({ ...common, ...claims }).filter(([, value]) => value !== null);
  const [key, payload] = [keys[name ?? ''] ?? name, Object.fromEntries(all)];
  const alg = key === undefined ? 'none' : typeof key === 'string' ? 'HS256' : name === 'elliptic' ? 'ES256' : 'RS256';
  const content = `${encode({ alg, typ: 'JWT' })}.${encode(payload)}`;
  const signature =
    typeof key === 'object'
      ? sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      : createHmac('sha256', key ?? '')
          .update(content)
          .digest();
  const sent = changed ? `${encode({ alg, typ: 'JWT' })}.${encode({ ...payload, ...changed })}` : content;
  return `${sent}.${key === undefined ? '' : signature.toString('base64url')}`;
}

type Assertions = Readonly<
  Record<string, { readonly claims: JsonObject; readonly jwts: Readonly<Record<string, Assertion>> }>
>;

const assertions = Object.values(readYaml<Assertions>(new URL('assertions.yaml', import.meta.url))).flatMap(
  ({ claims, jwts }) => Object.entries(jwts).map(([name, one]) => [name, signAssertion(claims, one)] as const),
);

const authorizePath = `/o/auth?${new URLSearchParams(request)}`;

const names = {
  root,
  authorizePath,
  authorize: root + authorizePath,
  redirect: redirectUri,
  verifier,
  challenge,
  publicKey,
  ecX,
  ecY,
  secret: 'a-shared-secret-of-32-characters',
  ...Object.fromEntries(assertions),
};

for (const file of ['authorization-code', 'openid', 'pages', 'proofs'])
  runRows(new URL(`${file}.yaml`, import.meta.url), open, names);

runRows(new URL('tokens.yaml', import.meta.url), (options = {}) => openShelf(withTime(options)));

type Caller = Pick<ReturnType<typeof open>, 'call'>;

async function findCode({ call }: Caller, scope = 'read'): Promise<string> {
  const { headers } = await call(`${root}/o/auth?${new URLSearchParams({ ...request, scope })}`);
  return new URL(headers.get('location') ?? root).searchParams.get('code') ?? '';
}

function exchangeCode({ call }: Caller, code: string) {
  const exchange = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri };
  const body = new URLSearchParams({ ...exchange, code_verifier: verifier, code }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return call(`${root}/token`, { method: 'POST', headers, body });
}

test('an ID token is signed with the published key, which is also published as a certificate', async () => {
  const opened = open();
  const { id_token: token } = (await exchangeCode(opened, await findCode(opened, 'openid'))).body;
  const [header = '', payload, signature = ''] = String(token).split('.');
  const { keys: published } = (await opened.call(`${root}/__oauth/keys`)).body as {
    readonly keys: readonly [Readonly<Record<string, string>>];
  };
  const [key] = published;
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'RS256',
    typ: 'JWT',
    kid: key['kid'],
  });
  const read = createPublicKey({ key, format: 'jwk' });
  expect(verify('sha256', Buffer.from(`${header}.${payload}`), read, Buffer.from(signature, 'base64url'))).toBe(true);
  const { body } = await opened.call(`${root}/__oauth/certs`);
  expect(createPublicKey(String(body[key['kid'] ?? ''])).equals(read)).toBe(true);
});

test('codes and tokens are part of saved states, forks and worlds', async () => {
  const opened = open({ auth: 'strict' });
  const code = await findCode(opened);
  const copy = open({ auth: 'strict' });
  copy.emulator.load(JSON.parse(JSON.stringify(opened.emulator.save())));
  const token = String((await exchangeCode(copy, code)).body['access_token']);
  const fork = createCallWithControl(copy.emulator.fork());
  const statuses = [copy.call, fork, opened.call].map(
    async (call) => (await call('/books?mine=true', { token })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  // A new world is a fork, which has the codes of the base.
  const world = createCallWithControl(opened.emulator.world('mine'));
  const tokens = (await exchangeCode({ call: world }, code)).body;
  expect(tokens['access_token']).toMatch(/~mine$/);
  expect((await world('/books?mine=true', { token: String(tokens['access_token']) })).status).toBe(200);
  expect(opened.emulator.tokens.list()).toEqual([]);
  expect((await exchangeCode(opened, code)).status).toBe(200);
});

test('a pushed request is not saved', async () => {
  const { emulator, call } = open();
  const { body } = await call(`${root}/__oauth/par`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(request).toString(),
  });
  expect(JSON.stringify(emulator.save())).not.toContain(String(body['request_uri']).slice(-20));
});

test('invalid options throw an error that contains no values', () => {
  const start = (options: object) => () => openShelfWithSignIn({ signIn: options });
  expect(start({ client: {} })).toThrow(
    new TypeError('signIn: client is not an option of the sign-in, or has a wrong value.'),
  );
  expect(start({ clients: { app: { secret: 1, key: 'x' } } })).toThrow('clients is not an option');
});
