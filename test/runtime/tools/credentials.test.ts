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

/** Creates a package with an operation for each security scheme: the command `pets oauth` needs the scheme `oauth`. */
function createPackage(command: string, security: Service['security'] = service.security): ToolPackage {
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

const petStore = createPackage('pet-store');

/** A folder of settings as an environment, and the path of the stored sign-in in it. */
interface Home {
  readonly env: Record<string, string>;
  readonly path: string;
}

function createHome(): Home {
  const folder = folderOfFile('settings');
  return { env: { XDG_CONFIG_HOME: folder }, path: join(folder, 'pet-store', 'sign-in.json') };
}

function createSignedInHome(state: object = {}): Home {
  const home = createHome();
  mkdirSync(dirname(home.path), { mode: 0o700 });
  writeFileSync(home.path, JSON.stringify({ version: 1, ...stored, ...state }), { mode: 0o600 });
  return home;
}

interface CommandRun extends Ran {
  readonly headers: readonly Headers[];
  /** Refresh tokens that the token endpoint received; it returns `access-2` and `refresh-2`, then `access-3`. */
  readonly refreshes: readonly string[];
}

/** Runs a command line with a service that rejects one token. */
async function runCommand(
  line: string,
  env: Readonly<Record<string, string>>,
  { tools = petStore, rejects = '' }: { readonly tools?: ToolPackage; readonly rejects?: string } = {},
): Promise<CommandRun> {
  const headers: Headers[] = [];
  const refreshes: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url === 'https://auth.example/token') {
      refreshes.push(new URLSearchParams(await request.text()).get('refresh_token') ?? '');
      const count = refreshes.length + 1;
      return Response.json({ access_token: `access-${count}`, refresh_token: `refresh-${count}`, expires_in: 3600 });
    }
    headers.push(request.headers);
    return new Response(null, {
      status: request.headers.get('authorization') === `Bearer ${rejects}` ? 401 : 204,
    });
  };
  const ran = await runInProcess((words, io) => runCli(tools, words, io), line.split(' '), { env, fetch });
  return { ...ran, headers, refreshes };
}

/** Lists the available credentials, by the command `auth status`. */
async function listCredentials(env: Readonly<Record<string, string>>, tools = petStore): Promise<unknown> {
  return JSON.parse((await runCommand('auth status --json', env, { tools })).stdout).credentials;
}

describe('the environment', () => {
  table(
    'has the credential of %s in %j',
    async (scheme: string, variables: Record<string, string>, header: string, want: string) => {
      const { headers } = await runCommand(`pets ${scheme}`, { ...createHome().env, ...variables });
      expect(headers[0]?.get(header)).toBe(want);
    },
  );

  test('has no variables that begin with a digit, which shells do not support', async () => {
    const variables = { ...createHome().env, API_1_PETS_API_KEY: 'secret-key' };
    const { headers } = await runCommand('pets key', variables, { tools: createPackage('1-pets') });
    expect(headers[0]?.get('x-key')).toBe('secret-key');
  });

  test('has a variable for each of several schemes of a kind, which is used before the common one', async () => {
    const key = { kind: 'apiKey', in: 'header', name: 'x-key' } as const;
    const variables = { ...createHome().env, SHOP_API_KEY: 'both', SHOP_ADMIN_KEY_API_KEY: 'admin' };
    expect(await listCredentials(variables, createPackage('shop', { adminKey: key, userKey: key }))).toMatchObject([
      { from: 'SHOP_ADMIN_KEY_API_KEY' },
      { from: 'SHOP_API_KEY' },
    ]);
  });

  test('is used before a stored sign-in, except for empty variables', async () => {
    const { env, path } = createSignedInHome();
    expect(await listCredentials({ ...env, PET_STORE_TOKEN: 'x'.repeat(9) })).toMatchObject([
      { from: 'PET_STORE_TOKEN' },
    ]);
    expect(await listCredentials({ ...env, PET_STORE_TOKEN: ' ' })).toMatchObject([{ kind: 'bearer', from: path }]);
  });

  test('lacks a credential: the error names its variables and the sign-in', async () => {
    const { code, stderr } = await runCommand('pets any', createHome().env);
    expect([code, stderr]).toEqual([
      3,
      'error: pets.any needs a credential: set PET_STORE_API_KEY, or PET_STORE_USER and PET_STORE_PASSWORD and PET_STORE_TOKEN, or run `pet-store auth login`. Nothing was sent.\n',
    ]);
  });
});

describe('a stored sign-in', () => {
  afterEach(() => process.umask(0o022));

  test('is used while it is valid', async () => {
    const { headers, refreshes } = await runCommand('pets oauth', createSignedInHome().env);
    expect([headers[0]?.get('authorization'), refreshes]).toEqual(['Bearer access-1', []]);
  });

  test.each([
    ['has ended', { expiresAt: Date.now() - 1 }, ''],
    ['is rejected', {}, 'access-1'],
  ])('is renewed once and stored, readable only by its owner, when its token %s', async (_, state, rejects) => {
    process.umask(0);
    const { env, path } = createSignedInHome(state);
    const { headers, refreshes } = await runCommand('pets oauth', env, { rejects });
    expect([headers.at(-1)?.get('authorization'), refreshes]).toEqual(['Bearer access-2', ['refresh-1']]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
      origin: 'https://pets.example',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.lock`)).toBe(false);
    expect((await runCommand('pets oauth', env)).refreshes).toEqual([]);
  });

  test('is renewed once by concurrent commands', async () => {
    const { env } = createSignedInHome({ expiresAt: 0 });
    const all = await Promise.all([1, 2, 3].map(() => runCommand('pets oauth', env)));
    expect(all.flatMap(({ refreshes }) => refreshes)).toEqual(['refresh-1']);
    expect(all.map(({ headers }) => headers[0]?.get('authorization'))).toEqual(Array(3).fill('Bearer access-2'));
  });

  test('is sent only to its service', async () => {
    const { env } = createSignedInHome();
    const elsewhere = await runCommand('pets oauth --base-url https://evil.example/v1', env);
    expect([elsewhere.code, elsewhere.headers]).toEqual([3, []]);
    expect((await runCommand('pets oauth --base-url https://pets.example/v2', env)).headers).toHaveLength(1);
  });

  test('is rejected if other users can read it', async () => {
    const { env, path } = createSignedInHome();
    chmodSync(path, 0o640);
    expect((await runCommand('pets oauth', env)).stderr).toBe(
      `error: ${path} can be read by other users: run \`chmod 600 '${path}'\`\n`,
    );
  });

  test.each(['', '{', '[]', '{"origin":"https://pets.example"}'])(
    'is rejected if the file contains %j',
    async (text) => {
      const { env, path } = createSignedInHome();
      writeFileSync(path, text);
      expect((await runCommand('pets oauth', env)).stderr).toBe(
        `error: ${path} is not a stored sign-in: sign in again, which replaces it\n`,
      );
    },
  );
});
