import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey } from '@speccast/runtime/client';
import { core, errorOf, json, operation, script } from '../support.js';

const either = operation({ auth: ['apiKey', 'oauth2'] });

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
      message: 'getAccessToken() returned no token: Error: invalid_grant',
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
