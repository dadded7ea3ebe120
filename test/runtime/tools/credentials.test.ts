import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCli } from '@speccast/runtime/cli';
import type { JsonObject, Service } from '@speccast/runtime';
import type { ToolPackage } from '@speccast/runtime/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { runInProcess, type Ran } from '../../generated/command-line-client.js';
import { readRows } from '../../rows.js';
import { folderOfFile } from '../../scratch-folder.js';

const { data, table } = readRows(import.meta.url);

const service = data<Service>('service');
const stored = { ...data<JsonObject>('stored'), expiresAt: Date.now() + 3_600_000 };

/** A package with an operation for each credential: `pets oauth` is called with that of `oauth`. */
function openPackage(command: string, security: Service['security'] = service.security): ToolPackage {
  const own = Object.keys(security).map((name) => [name, [name]] as const);
  const any = ['any', [['key'], ['login', 'oauth']]] as const;
  return {
    name: `@acme/${command}`,
    command,
    service: { ...service, security },
    signIn: { scopes: [] },
    operations: Object.fromEntries(
      [...own, any].map(([name, auth]) => [
        `pets.${name}`,
        { id: `pets.${name}`, method: 'GET' as const, path: '/pets', auth, responses: [{ status: '204' }] },
      ]),
    ),
    document: {},
  };
}

const petStore = openPackage('pet-store');

/** Where settings are, and the file of the sign-in there. */
interface Home {
  readonly env: Record<string, string>;
  readonly path: string;
}

function openHome(): Home {
  const folder = folderOfFile('settings');
  return { env: { XDG_CONFIG_HOME: folder }, path: join(folder, 'pet-store', 'sign-in.json') };
}

function signedIn(state: object = {}): Home {
  const home = openHome();
  mkdirSync(dirname(home.path), { mode: 0o700 });
  writeFileSync(home.path, JSON.stringify({ version: 1, ...stored, ...state }), { mode: 0o600 });
  return home;
}

interface Sent extends Ran {
  readonly headers: readonly Headers[];
  /** Refresh tokens that the token endpoint was sent; it gives `access-2` and `refresh-2`, then `access-3`. */
  readonly refreshes: readonly string[];
}

/** Runs a command line before a service that rejects some tokens. */
async function run(
  line: string,
  env: Readonly<Record<string, string>>,
  { tools = petStore, rejects = '' }: { readonly tools?: ToolPackage; readonly rejects?: string } = {},
): Promise<Sent> {
  const headers: Headers[] = [];
  const refreshes: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url === 'https://auth.example/token') {
      refreshes.push(new URLSearchParams(await request.text()).get('refresh_token') ?? '');
      const count = refreshes.length + 1;
      return Response.json({ access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 });
    }
    headers.push(request.headers);
    return new Response(null, { status: request.headers.get('authorization') === `Bearer ${rejects}` ? 401 : 204 });
  };
  const ran = await runInProcess((words, io) => runCli(tools, words, io), line.split(' '), { env, fetch });
  return { ...ran, headers, refreshes };
}

/** The credentials that there are, as the command lists them. */
async function status(env: Readonly<Record<string, string>>, tools = petStore): Promise<unknown> {
  return JSON.parse((await run('auth status --json', env, { tools })).stdout).credentials;
}

describe('the environment', () => {
  table(
    'gives the credential of %s by %j',
    async (scheme: string, variables: Record<string, string>, header: string, want: string) => {
      const { headers } = await run(`pets ${scheme}`, { ...openHome().env, ...variables });
      expect(headers[0]?.get(header)).toBe(want);
    },
  );

  test('has no variable that begins with a digit, which no shell takes', async () => {
    const variables = { ...openHome().env, API_1_PETS_API_KEY: 'secret-key' };
    const { headers } = await run('pets key', variables, { tools: openPackage('1-pets') });
    expect(headers[0]?.get('x-key')).toBe('secret-key');
  });

  test('has variables of their own for several schemes of a kind, before the common one', async () => {
    const key = { kind: 'apiKey', in: 'header', name: 'x-key' } as const;
    const variables = { ...openHome().env, SHOP_API_KEY: 'both', SHOP_ADMIN_KEY_API_KEY: 'admin' };
    expect(await status(variables, openPackage('shop', { adminKey: key, userKey: key }))).toMatchObject([
      { from: 'SHOP_ADMIN_KEY_API_KEY' },
      { from: 'SHOP_API_KEY' },
    ]);
  });

  test('counts before a stored sign-in, and an empty variable is none', async () => {
    const { env, path } = signedIn();
    expect(await status({ ...env, PET_STORE_TOKEN: 'x'.repeat(9) })).toMatchObject([{ from: 'PET_STORE_TOKEN' }]);
    expect(await status({ ...env, PET_STORE_TOKEN: ' ' })).toMatchObject([{ kind: 'bearer', from: path }]);
  });

  test('lacks a credential: its variables and the sign-in are told', async () => {
    const { code, stderr } = await run('pets any', openHome().env);
    expect([code, stderr]).toEqual([
      3,
      'error: pets.any needs a credential: set PET_STORE_API_KEY, or PET_STORE_USER and PET_STORE_PASSWORD and PET_STORE_TOKEN, or run `pet-store auth login`. Nothing was sent.\n',
    ]);
  });
});

describe('a stored sign-in', () => {
  afterEach(() => process.umask(0o022));

  test('is used as it is while it is good', async () => {
    const { headers, refreshes } = await run('pets oauth', signedIn().env);
    expect([headers[0]?.get('authorization'), refreshes]).toEqual(['Bearer access-1', []]);
  });

  test.each([
    ['has ended', { expiresAt: Date.now() - 1 }, ''],
    ['is rejected', {}, 'access-1'],
  ])('is renewed once and stored, for its owner alone, when its token %s', async (_, state, rejects) => {
    process.umask(0);
    const { env, path } = signedIn(state);
    const { headers, refreshes } = await run('pets oauth', env, { rejects });
    expect([headers.at(-1)?.get('authorization'), refreshes]).toEqual(['Bearer access-2', ['refresh-1']]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
      origin: 'https://pets.example',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect((await run('pets oauth', env)).refreshes).toEqual([]);
  });

  test('is renewed once by several at the same time', async () => {
    const { env } = signedIn({ expiresAt: 0 });
    const all = await Promise.all([1, 2, 3].map(() => run('pets oauth', env)));
    expect(all.flatMap(({ refreshes }) => refreshes)).toEqual(['refresh-1']);
    expect(all.map(({ headers }) => headers[0]?.get('authorization'))).toEqual(Array(3).fill('Bearer access-2'));
  });

  test('goes nowhere but to the service that it is for', async () => {
    const { env } = signedIn();
    const elsewhere = await run('pets oauth --base-url https://evil.example/v1', env);
    expect([elsewhere.code, elsewhere.headers]).toEqual([3, []]);
    expect((await run('pets oauth --base-url https://pets.example/v2', env)).headers).toHaveLength(1);
  });

  test('is rejected where others can read it', async () => {
    const { env, path } = signedIn();
    chmodSync(path, 0o640);
    expect((await run('pets oauth', env)).stderr).toBe(
      `error: ${path} can be read by other users: run \`chmod 600 '${path}'\`\n`,
    );
  });

  test.each(['', '{', '[]', '{"origin":"https://pets.example"}'])('is rejected where it holds %j', async (text) => {
    const { env, path } = signedIn();
    writeFileSync(path, text);
    expect((await run('pets oauth', env)).stderr).toBe(
      `error: ${path} is not a stored sign-in: sign in again, which replaces it\n`,
    );
  });
});
