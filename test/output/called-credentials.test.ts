import type { Server } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKey, basic, bearer, clientCredentials } from '@speccast/runtime/client';
import { type Run, runInProcess } from '../generated/command-line-client.js';
import { connect } from '../generated/mcp/connect.js';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type List = (params?: Readonly<Record<string, string>>) => Promise<readonly string[]>;
type Client = Readonly<Record<'ferries' | 'piers' | 'decks' | 'tides' | 'mills' | 'stones', { readonly list: List }>>;

/** Prints the parts of a request that may carry credentials: query, key header, cookies and `authorization`. */
function printCredentials({ url, headers }: Request): string {
  const names = ['x-ferry-key', 'cookie', 'authorization'];
  return [new URL(url).search, ...names.map((name) => headers.get(name))].filter((one) => one).join(' ');
}

const { rows } = readRows(import.meta.url);

const credentials = {
  key: apiKey('K1'),
  keyOfHeader: apiKey('K1', { scheme: 'inHeader' }),
  password: basic('u', 'p'),
  token: bearer('T1'),
} as const;

/** A call with credentials of the client, and the credentials in its request. */
interface CredentialRow {
  readonly resource?: keyof Client;
  readonly params?: Readonly<Record<string, string>>;
  readonly auth: readonly (keyof typeof credentials)[];
  readonly want: string;
}

/** A request to a server, and the body of the response, or its status if that is not 200. */
interface ServerRow {
  /** Options of a handler that authenticates. Default: it does not. */
  readonly options?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly want: unknown;
}

describe('with schemes that are declared and not required', () => {
  let one: ImportedCase<Client>;
  let run: Run;
  let createMcpServer: (options: object) => Server;
  let createPartialHandler: (handlers: object, options?: object) => { fetch(request: Request): Promise<Response> };

  beforeAll(async () => {
    one = await importCase('positive-optional-credentials');
    // `as`: the case generates such modules.
    ({ run } = (await one.load('src/cli/index.ts')) as { readonly run: Run });
    ({ createMcpServer } = (await one.load('src/mcp/index.ts')) as { createMcpServer: typeof createMcpServer }); // `as`: likewise
    const types = await one.load('src/server-types/index.ts');
    ({ createPartialHandler } = types as { createPartialHandler: typeof createPartialHandler }); // `as`: likewise
  });

  afterAll(() => one.remove());

  test.each(rows<CredentialRow>('the client sends, and the emulator accepts'))(
    'the client sends, and the emulator accepts, $name',
    async ({ resource = 'decks', params, auth, want }) => {
      const { client, sent } = one.open({ auth: auth.map((name) => credentials[name]) });
      expect(await client[resource].list(params)).toEqual(expect.any(Array));
      expect(sent.map(({ request }) => printCredentials(request))).toEqual([want]);
    },
  );

  test('the emulator rejects an invalid credential', async () => {
    const { client } = one.open({ auth: bearer('invalid-token') });
    await expect(client.decks.list()).rejects.toMatchObject({ status: 401 });
  });

  test('logs and errors never contain a credential, also not one in a parameter', async () => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const fetch = async (request: Request): Promise<Response> =>
      new Response(`bad ${[...request.headers.values(), request.url].join()}`, { status: 400 });
    const { client } = one.open({ logger, logLevel: 'debug', fetch });
    const error = await client.piers
      .list({ 'x-ferry-key': 'secret-one', authorization: 'Bearer secret-two', crew: 'secret-three' })
      .catch((thrown: unknown) => thrown);
    await client.ferries.list({ ferry_key: 'secret-four' }).catch(() => undefined);
    expect(lines.join('\n')).toContain('/piers');
    expect(`${lines.join('\n')}${JSON.stringify(error)}${String(error)}`).not.toContain('secret-');
  });

  const respondEmpty = (sent: string[]) => async (request: Request) => {
    sent.push(printCredentials(request));
    return Response.json([]);
  };
  const env = { POSITIVE_OPTIONAL_CREDENTIALS_API_KEY: 'K1', POSITIVE_OPTIONAL_CREDENTIALS_TOKEN: 'T1' };

  test.each(rows<[string, object, readonly string[], string]>('the command line sends'))(
    'the command line sends %s',
    async (_, variables, argv, want) => {
      const sent: string[] = [];
      const ran = await runInProcess(run, argv, { fetch: respondEmpty(sent), env: { ...variables } });
      expect([ran.code, sent]).toEqual([0, [want]]);
    },
  );

  test.each([
    [env, '?ferry_key=K1 K1 crew=K1 Bearer T1'],
    [{}, ''],
  ])('the MCP server with %j sends %j', async (variables, want) => {
    const sent: string[] = [];
    const { call, client } = await connect(createMcpServer({ fetch: respondEmpty(sent), env: variables }));
    const { isError } = await call('decks_list');
    await client.close();
    expect([isError, sent]).toEqual([false, [want]]);
  });

  test.each(rows<ServerRow>('a server is called'))(
    'a server is called $name',
    async ({ options, headers = {}, want }) => {
      const authenticate = ({ credential }: { credential: string }) =>
        credential === 'wrong' ? undefined : credential;
      const list = ({ principal = 'nobody' }: { principal?: string }) => (options === undefined ? [] : [principal]);
      const handler = createPartialHandler({ decks: { list } }, options && { authenticate });
      const response = await handler.fetch(new Request('https://ferries.example/decks', { headers }));
      expect(response.status === 200 ? await response.json() : response.status).toEqual(want);
    },
  );
});

describe('with a scheme that is required and not declared', () => {
  let one: ImportedCase<Client>;
  beforeAll(async () => (one = await importCase('positive-client-credentials')));
  afterAll(() => one.remove());

  test('the client gets a token by client credentials from the emulator, which requires it', async () => {
    const auth = clientCredentials({ clientId: 'robot-1', clientSecret: 'robot-secret' });
    const { client, sent } = one.open({ auth });
    await Promise.all([client.mills.list(), client.mills.list(), client.stones.list()]);
    expect(
      sent.map(({ request, body }) => `${request.url.replace(/^https?:\/\/[^/]+/, '')} ${body}`).toSorted(),
    ).toEqual([
      '/token grant_type=client_credentials&client_id=robot-1&client_secret=robot-secret&scope=mills%3Aread',
      '/v1/mills ',
      '/v1/mills ',
      '/v1/stones ',
    ]);
  });

  test('a call without a credential fails in the client, and with 401 in the emulator', async () => {
    const { client, emulator, sent } = one.open();
    await expect(client.mills.list()).rejects.toMatchObject({ name: 'MissingCredentialError', needs: [['robot']] });
    expect(sent).toEqual([]);
    expect((await emulator.fetch(new Request(`${emulator.baseUrl}/mills`))).status).toBe(401);
  });

  test('a credential of a scheme that no operation uses is an error when the client is created', () => {
    expect(() => one.open({ auth: basic('u', 'p') })).toThrow('they accept robot (`auth: bearer()`)');
    expect(() => one.open({ auth: apiKey('K1') })).toThrow('they accept robot (`auth: bearer()`)');
  });
});
