import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, bearer } from '@speccast/runtime/client';
import type { Token } from '@speccast/runtime/client';
import { core, errorOf, json, operation, script, writeOperation } from '../support.js';

const either = operation({ auth: ['apiKey', 'oauth2'] });
const tokenOnly = writeOperation({ auth: ['oauth2'] });

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
