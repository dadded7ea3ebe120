import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { folderOfFile } from '../../scratch-folder.js';
import { createCore, MissingCredentialError } from '@speccast/runtime';
import type { Service } from '@speccast/runtime';
import {
  credentialVariables,
  explainMissing,
  readCredentials,
  type CredentialOptions,
} from '../../../templates/runtime/tools/credentials.js';
import { withLock } from '../../../templates/runtime/tools/private-file.js';
import { signInPath } from '../../../templates/runtime/tools/sign-in-path.js';
import { writeSignIn, type StoredSignIn } from '../../../templates/runtime/tools/stored-sign-in.js';

const service: Service = {
  name: 'pet-store',
  version: '1',
  baseUrl: 'https://pets.example/v1',
  security: {
    key: { kind: 'apiKey', in: 'header', name: 'x-key' },
    login: { kind: 'basic' },
    oauth: { kind: 'bearer', oauth2: true, tokenUrl: 'https://auth.example/token' },
    certificate: { kind: 'mutualTLS' },
  },
};
const owner = { command: 'pet-store', service, signIn: { scopes: [] } };
const stored: StoredSignIn = {
  origin: 'https://pets.example',
  clientId: 'desktop',
  tokenUrl: 'https://auth.example/token',
  refreshToken: 'refresh-1',
  accessToken: 'access-1',
  expiresAt: Date.now() + 3_600_000,
};

function home(): Record<string, string> {
  return { XDG_CONFIG_HOME: folderOfFile('settings') };
}

async function signedIn(state: Partial<StoredSignIn> = {}): Promise<{ env: Record<string, string>; path: string }> {
  const env = home();
  const path = signInPath(owner, env) ?? '';
  await writeSignIn(path, { ...stored, ...state });
  return { env, path };
}

/** The headers that a call is sent with; `tokens` are what the token endpoint gives. */
async function sentWith(
  options: CredentialOptions,
  auth: readonly string[],
  respond: (token: string) => number = () => 200,
): Promise<{ readonly headers: readonly Headers[]; readonly refreshes: readonly string[] }> {
  const { auth: credentials } = await readCredentials(owner, options);
  const headers: Headers[] = [];
  const refreshes: string[] = [];
  const core = createCore(service, {
    auth: credentials,
    retry: false,
    fetch: async (request) => {
      if (request.url === 'https://auth.example/token') {
        refreshes.push(new URLSearchParams(await request.text()).get('refresh_token') ?? '');
        const count = refreshes.length + 1;
        return Response.json({ access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 });
      }
      headers.push(request.headers);
      return Response.json({}, { status: respond(request.headers.get('authorization') ?? '') });
    },
  });
  await core.call({ id: 'pets.list', method: 'GET', path: '/pets', auth }, {});
  return { headers, refreshes };
}

test('names a variable for each scheme that has one', () => {
  expect(credentialVariables(owner)).toEqual([
    { scheme: 'key', kind: 'apiKey', variables: [['PET_STORE_API_KEY']] },
    { scheme: 'login', kind: 'basic', variables: [['PET_STORE_USER', 'PET_STORE_PASSWORD']] },
    {
      scheme: 'oauth',
      kind: 'bearer',
      variables: [['PET_STORE_TOKEN'], ['PET_STORE_REFRESH_TOKEN', 'PET_STORE_CLIENT_ID']],
    },
  ]);
  // No shell takes a variable that begins with a digit.
  expect(credentialVariables({ ...owner, command: '1-pets' })[0]?.variables).toEqual([['API_1_PETS_API_KEY']]);
});

test('several schemes of a kind have variables of their own, before the common one', async () => {
  const two = {
    command: 'shop',
    service: { ...service, security: { adminKey: service.security['key'], userKey: service.security['key'] } },
  } as Parameters<typeof readCredentials>[0]; // `as`: the scheme is known to be there
  expect(credentialVariables(two).map(({ variables }) => variables.flat())).toEqual([
    ['SHOP_ADMIN_KEY_API_KEY', 'SHOP_API_KEY'],
    ['SHOP_USER_KEY_API_KEY', 'SHOP_API_KEY'],
  ]);
  const env = { SHOP_API_KEY: 'both', SHOP_ADMIN_KEY_API_KEY: 'admin' };
  const { found } = await readCredentials(two, { env, stored: false });
  expect(found.map(({ from }) => from)).toEqual(['SHOP_ADMIN_KEY_API_KEY', 'SHOP_API_KEY']);
});

describe('the environment', () => {
  test.each([
    ['key', { PET_STORE_API_KEY: 'secret-key\n' }, 'x-key', 'secret-key'],
    ['login', { PET_STORE_USER: 'ann', PET_STORE_PASSWORD: 'pässword' }, 'authorization', 'Basic YW5uOnDDpHNzd29yZA=='],
    ['oauth', { PET_STORE_TOKEN: 'secret-token' }, 'authorization', 'Bearer secret-token'],
    ['oauth', { PET_STORE_REFRESH_TOKEN: 'r', PET_STORE_CLIENT_ID: 'c' }, 'authorization', 'Bearer access-2'],
  ])('gives the credential of %s', async (scheme, variables, header, want) => {
    const { headers } = await sentWith({ env: { ...home(), ...variables } }, [scheme]);
    expect(headers[0]?.get(header)).toBe(want);
  });

  test('counts before a stored sign-in, and an empty variable is none', async () => {
    const { env, path } = await signedIn();
    const { found } = await readCredentials(owner, { env: { ...env, PET_STORE_TOKEN: 'x'.repeat(9) } });
    expect(found).toEqual([{ scheme: 'oauth', kind: 'bearer', from: 'PET_STORE_TOKEN' }]);
    const { found: other } = await readCredentials(owner, { env: { ...env, PET_STORE_TOKEN: ' ' } });
    expect(other).toEqual([{ scheme: undefined, kind: 'bearer', from: path }]);
  });

  test('a missing one is told with the variables and the sign-in', () => {
    const error = new MissingCredentialError('pets.list', [['key'], ['login', 'oauth'], ['certificate']], '');
    expect(explainMissing(owner, error)).toBe(
      'pets.list needs a credential: set PET_STORE_API_KEY, or PET_STORE_USER and PET_STORE_PASSWORD and PET_STORE_TOKEN, or `certificate`, which is a client certificate, or run `pet-store auth login`. Nothing was sent.',
    );
  });
});

describe('a stored sign-in', () => {
  afterEach(() => process.umask(0o022));

  test('is readable by its owner alone, whatever the umask', async () => {
    process.umask(0);
    const { path } = await signedIn();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  test('is used as it is while it is good', async () => {
    const { env } = await signedIn();
    const { headers, refreshes } = await sentWith({ env }, ['oauth']);
    expect([headers[0]?.get('authorization'), refreshes]).toEqual(['Bearer access-1', []]);
  });

  test.each([
    ['has ended', { expiresAt: Date.now() - 1 }, () => 200],
    ['is rejected', {}, (sent: string) => (sent === 'Bearer access-1' ? 401 : 200)],
  ])('is renewed once and stored when its token %s', async (_, state, respond) => {
    const { env, path } = await signedIn(state);
    const { headers, refreshes } = await sentWith({ env }, ['oauth'], respond);
    expect([headers.at(-1)?.get('authorization'), refreshes]).toEqual(['Bearer access-2', ['refresh-1']]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
      origin: 'https://pets.example',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect((await sentWith({ env }, ['oauth'])).refreshes).toEqual([]);
  });

  test('is renewed once by several at the same time', async () => {
    const { env } = await signedIn({ expiresAt: 0 });
    const all = await Promise.all([1, 2, 3].map(() => sentWith({ env }, ['oauth'])));
    expect(all.flatMap(({ refreshes }) => refreshes)).toEqual(['refresh-1']);
    expect(all.map(({ headers }) => headers[0]?.get('authorization'))).toEqual(Array(3).fill('Bearer access-2'));
  });

  test('goes nowhere but to the service that it is for', async () => {
    const { env } = await signedIn();
    expect((await readCredentials(owner, { env, baseUrl: 'https://evil.example/v1' })).found).toEqual([]);
    expect((await readCredentials(owner, { env, baseUrl: 'https://pets.example/v2' })).found).toHaveLength(1);
  });

  test('is rejected where others can read it', async () => {
    const { env, path } = await signedIn();
    chmodSync(path, 0o640);
    await expect(readCredentials(owner, { env })).rejects.toThrow(
      `${path} can be read by others than its owner: run \`chmod 600 '${path}'\``,
    );
  });

  test.each(['', '{', '[]', '{"origin":"https://pets.example"}'])('is rejected where it holds %j', async (text) => {
    const { env, path } = await signedIn();
    writeFileSync(path, text);
    await expect(readCredentials(owner, { env })).rejects.toThrow(`${path} holds no sign-in: sign in again`);
  });
});

test('a lock is held by one, and one that was left behind ends', async () => {
  const path = join(home()['XDG_CONFIG_HOME'] ?? '', 'file');
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    order.push(`${name} out`);
  };
  await Promise.all([withLock(path, work('a')), withLock(path, work('b'))]);
  expect(order.map((one) => one.split(' ')[1])).toEqual(['in', 'out', 'in', 'out']);
  expect(existsSync(`${path}.lock`)).toBe(false);
});
