import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  apiKey,
  basic,
  bearer,
  createCore,
  InvalidOptionError,
  oauthRefresh,
  TokenError,
} from '@speccast/runtime/client';
import type { Auth, Token } from '@speccast/runtime/client';
import type { Service } from '@speccast/runtime';
import { core, errorOf, json, operation, script, service, writeOperation } from '../support.js';

const either = operation({ auth: ['apiKey', 'oauth2'] });
const tokenOnly = writeOperation({ auth: ['oauth2'] });

describe('a credential that no operation takes', () => {
  const key = { kind: 'apiKey', in: 'query', name: 'key' } as const;
  const crew = { kind: 'basic' } as const;
  const robot = { kind: 'bearer' } as const;
  test.each<[string, Partial<Service>, Auth, string]>([
    [
      'a key for a token',
      { security: { robot } },
      apiKey('s3cret'),
      'apiKey, which is of no use: operations take robot (`auth: bearer()`)',
    ],
    [
      'a token for a key or a password',
      { security: { key, crew } },
      bearer(() => 's3cret'),
      'bearer, which is of no use: operations take key (`auth: apiKey()`) or crew (`auth: basic()`)',
    ],
    [
      'one for a scheme that there is not',
      { security: { key } },
      apiKey('s3cret', { scheme: 'kye' }),
      'kye, which is of no use: operations take key (`auth: apiKey()`)',
    ],
    [
      'one for a scheme that no operation takes',
      { security: { crew, key }, unused: ['crew'] },
      basic('u', 's3cret'),
      'basic, which is of no use: operations take key (`auth: apiKey()`)',
    ],
    [
      'one where none is taken',
      { security: { key }, unused: ['key'] },
      apiKey('s3cret'),
      'apiKey, which is of no use: operations take none',
    ],
    [
      'a key that has no place',
      { security: {} },
      apiKey('s3cret'),
      'apiKey, which is of no use: operations take `bearer()` or `basic()`',
    ],
  ])('%s is an error when the client is created', (_, changes, auth, want) => {
    const make = (): unknown => createCore({ ...service, ...changes }, { auth: [auth] });
    expect(make).toThrow(InvalidOptionError);
    expect(make).toThrow(`Option \`auth\` has ${want}`);
  });

  test('is one as `apiKey`, and where a client is made from another', () => {
    const other: Service = { ...service, security: { robot } };
    expect(() => createCore(other, { apiKey: 'k1' })).toThrow(InvalidOptionError);
    expect(() => createCore(other, { auth: bearer('t1') }).with({ apiKey: 'k1' })).toThrow(InvalidOptionError);
  });
});

describe('an unusable credential', () => {
  test('that is empty is rejected at once', () => {
    expect(() => apiKey('')).toThrow('Option `apiKey` must not be empty');
    expect(() => bearer(' ')).toThrow('Option `token` must not be empty');
    expect(() => core({ apiKey: '' })).toThrow(InvalidOptionError);
  });

  test('a provider that gives nothing is told so', async () => {
    const error = await errorOf(core({ auth: bearer(() => '') }).call(either, {}));
    expect(error.message).toBe('The token provider gave no token');
    expect(error).toMatchObject({ name: 'TokenError', operation: 'films.list', requestMayHaveBeenProcessed: false });
  });
});

describe('a token provider', () => {
  const refusing =
    (...good: readonly string[]) =>
    async (request: Request): Promise<Response> =>
      good.includes(request.headers.get('authorization')?.slice(7) ?? '')
        ? json({ ok: true })
        : json({ error: { message: 'no' } }, { status: 401 });

  test('is asked for every call where its token has no end', async () => {
    let count = 0;
    const { fetch, requests } = script(json({}));
    const client = core({ fetch, auth: bearer(() => `token-${(count += 1)}`) });
    await client.call(either, {});
    await client.call(either, {});
    expect(requests.map((one) => one.headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('is asked once for calls at the same time', async () => {
    let count = 0;
    const client = core({ fetch: script(json({})).fetch, auth: bearer(async () => `token-${(count += 1)}`) });
    await Promise.all([client.call(either, {}), client.call(either, {}), client.call(either, {})]);
    expect(count).toBe(1);
  });

  test('is asked by force after a 401, once for all callers, and each call is sent again once', async () => {
    const asked: boolean[] = [];
    const provider = async ({ force }: { readonly force: boolean }): Promise<Token> => {
      asked.push(force);
      return { token: force ? 'good-token' : 'old-token', expiresAt: Date.now() + 3_600_000 };
    };
    const { fetch, requests } = script(refusing('good-token'));
    const client = core({ fetch, auth: bearer(provider), retry: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.call(tokenOnly, { body: { a: 1 } })));
    expect(answers).toEqual(answers.map(() => ({ ok: true })));
    expect(asked).toEqual([false, true]);
    expect(requests).toHaveLength(100);
    expect(await requests[99]?.text()).toBe('{"a":1}');
  });

  test('is not asked by force twice', async () => {
    const asked: boolean[] = [];
    const { fetch, requests } = script(refusing());
    const provider = ({ force }: { readonly force: boolean }): string => `token-${asked.push(force)}`;
    const error = await errorOf(core({ fetch, auth: bearer(provider) }).call(either, {}));
    expect(error).toMatchObject({ name: 'ApiError', status: 401 });
    expect([asked, requests.length]).toEqual([[false, true], 2]);
  });

  test('a call that comes late with the old token takes the new one without asking', async () => {
    const asked: boolean[] = [];
    const provider = async ({ force }: { readonly force: boolean }): Promise<Token> => {
      asked.push(force);
      return { token: force ? 'good-token' : 'old-token', expiresAt: Date.now() + 3_600_000 };
    };
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answer = refusing('good-token');
    const { fetch } = script(answer, async (request) => (await held, answer(request)), answer);
    const client = core({ fetch, auth: bearer(provider), middleware: [] });
    const first = Promise.resolve(client.call(either, {}));
    const late = Promise.resolve(client.call(either, {}));
    await first;
    release();
    await late;
    expect(asked).toEqual([false, true]);
  });

  test('a fixed token that is rejected is not sent again', async () => {
    const { fetch, requests } = script(refusing());
    await errorOf(core({ fetch, auth: bearer('fixed-token') }).call(either, {}));
    expect(requests).toHaveLength(1);
  });

  test('a body that cannot be read twice is not sent again', async () => {
    const { fetch, requests } = script(refusing());
    const upload = operation({ method: 'POST', auth: ['oauth2'], media: { mediaTypes: ['*/*'] } });
    const error = await errorOf(
      core({ fetch, auth: bearer(() => 'some-token') }).call(upload, { media: new Blob(['x']).stream() }),
    );
    expect([error.name, requests.length]).toEqual(['ApiError', 1]);
  });

  test('that fails fails the call with its own error, and is asked anew by the next call', async () => {
    let count = 0;
    const failure = new Error('no network');
    const provider = async (): Promise<string> => {
      if ((count += 1) === 1) throw failure;
      return 'token';
    };
    const client = core({ fetch: script(json({ a: 1 })).fetch, auth: bearer(provider) });
    expect(await errorOf(client.call(either, {}))).toBe(failure);
    expect(await client.call(either, {})).toEqual({ a: 1 });
  });
});

describe('an object with `getAccessToken()`', () => {
  // The shape of google-auth-library's OAuth2Client and GoogleAuth.
  interface GetAccessTokenResponse {
    token?: string | null;
    res?: unknown;
  }
  class FakeOAuth2Client {
    readonly credentials: { access_token?: string | null } = { access_token: 'google-token' };
    getAccessToken(): Promise<GetAccessTokenResponse>;
    getAccessToken(callback: (error: Error | null, token?: string | null) => void): void;
    getAccessToken(): Promise<GetAccessTokenResponse> {
      return Promise.resolve({ token: this.credentials.access_token ?? null, res: null });
    }
  }

  test('is a credential as it is, also beside others', async () => {
    const { fetch, requests } = script(json({}));
    const oauth2Client = new FakeOAuth2Client();
    const googleAuth = { getAccessToken: async (): Promise<string | null | undefined> => 'service-token' };
    const client = core({ fetch, auth: oauth2Client });
    await client.call(either, {});
    await client.with({ auth: [apiKey('k1'), googleAuth] }).call(operation({ auth: [['apiKey', 'oauth2']] }), {});
    oauth2Client.credentials.access_token = 'newer-token';
    await client.call(either, {});
    expect(requests.map((one) => [one.headers.get('authorization'), new URL(one.url).search])).toEqual([
      ['Bearer google-token', ''],
      ['Bearer service-token', '?key=k1'],
      ['Bearer newer-token', ''],
    ]);
  });

  test('is asked again after a 401', async () => {
    const tokens = ['old-token', 'new-token'];
    const { fetch, requests } = script(json({}, { status: 401 }), json({ ok: true }));
    const client = core({ fetch, auth: { getAccessToken: () => tokens.shift() } });
    expect([await client.call(either, {}), requests.length]).toEqual([{ ok: true }, 2]);
  });

  test.each([null, undefined, '', { token: null }, {}])('that gives %j says so', async (answer) => {
    const { fetch, requests } = script(json({}));
    const error = await errorOf(core({ fetch, auth: { getAccessToken: () => answer } }).call(either, {}));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ message: 'getAccessToken() gave no token', operation: 'films.list' });
    expect(requests).toEqual([]);
  });

  test('that fails says so, without the request that its error holds', async () => {
    const failure = Object.assign(new Error('invalid_grant'), { config: { data: 'refresh_token=refresh-secret' } });
    const auth = { getAccessToken: () => Promise.reject(failure) };
    const error = await errorOf(core({ auth }).call(either, {}));
    expect(error).toMatchObject({
      name: 'TokenError',
      message: 'getAccessToken() gave no token: Error: invalid_grant',
    });
    expect(error.cause).toMatchObject({ message: 'invalid_grant' });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('refresh-secret');
  });

  test('that hangs does not outlive the call', async () => {
    const stop = new AbortController();
    const auth = { getAccessToken: () => new Promise<string>(() => undefined) };
    const left = errorOf(core({ auth }).call(either, {}, { signal: stop.signal }));
    stop.abort('enough');
    expect(await left).toMatchObject({ name: 'AbortedError', reason: 'enough' });
  });
});

describe('what is printed of a credential', () => {
  const secret = 'S3cret-1';
  const auths: readonly (readonly [string, Auth])[] = [
    ['apiKey', apiKey(secret)],
    ['basic', basic('user', secret)],
    ['bearer', bearer(secret)],
    ['bearer in the query', bearer(secret, { in: 'query' })],
    ['a provider', bearer(() => secret)],
    ['oauthRefresh', oauthRefresh({ clientId: 'client-1', clientSecret: secret, refreshToken: secret })],
  ];
  const forms: readonly (readonly [string, (value: object) => string])[] = [
    ['inspect', (value) => inspect(value, { depth: 20, showHidden: true, getters: true })],
    ['JSON.stringify', (value) => JSON.stringify(value)],
    ['Object.entries', (value) => Object.entries(value).flat().map(String).join('\n')],
    ['structuredClone', copyOf],
  ];

  test.each(auths.flatMap(([name, auth]) => forms.map(([form, show]) => [form, name, show, auth] as const)))(
    'by %s of %s holds no secret',
    async (_, __, show, auth) => {
      const client = core({ fetch: script(json({})).fetch, auth });
      await client.call(operation({ auth: [auth.kind === 'bearer' ? 'oauth2' : auth.kind] }), {}).result();
      expect(`${show(auth)}${show(client)}`).not.toContain(secret);
    },
  );

  function copyOf(value: object): string {
    try {
      return inspect(structuredClone(value), { depth: 20 });
    } catch (error) {
      return inspect(error, { depth: 20 });
    }
  }
});
