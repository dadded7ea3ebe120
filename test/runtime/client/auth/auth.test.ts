import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey } from '@speccast/runtime/client';
import { createTestCore, catchError, json, createOperation, scriptFetch } from '../support.js';

const either = createOperation({ auth: ['apiKey', 'oauth2'] });

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

  test('is accepted as a credential, also in a list with others', async () => {
    const { fetch, requests } = scriptFetch(json({}));
    const oauth2Client = new FakeOAuth2Client();
    const googleAuth = { getAccessToken: async (): Promise<string | null | undefined> => 'service-token' };
    const client = createTestCore({ fetch, auth: oauth2Client });
    await client.call(either, {});
    await client.with({ auth: [apiKey('k1'), googleAuth] }).call(createOperation({ auth: [['apiKey', 'oauth2']] }), {});
    oauth2Client.credentials.access_token = 'newer-token';
    await client.call(either, {});
    expect(requests.map((one) => [one.headers.get('authorization'), new URL(one.url).search])).toEqual([
      ['Bearer google-token', ''],
      ['Bearer service-token', '?key=k1'],
      ['Bearer newer-token', ''],
    ]);
  });

  test('that rejects fails the call with a TokenError, without the request in its error', async () => {
    const failure = Object.assign(new Error('invalid_grant'), { config: { data: 'refresh_token=refresh-secret' } });
    const auth = { getAccessToken: () => Promise.reject(failure) };
    const error = await catchError(createTestCore({ auth }).call(either, {}));
    expect(error).toMatchObject({
      name: 'TokenError',
      message: 'getAccessToken() returned no token: Error: invalid_grant',
    });
    expect(error.cause).toMatchObject({ message: 'invalid_grant' });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('refresh-secret');
  });

  test('that never resolves is aborted with the call', async () => {
    const stop = new AbortController();
    const auth = { getAccessToken: () => new Promise<string>(() => undefined) };
    const left = catchError(createTestCore({ auth }).call(either, {}, { signal: stop.signal }));
    stop.abort('enough');
    expect(await left).toMatchObject({ name: 'AbortedError', reason: 'enough' });
  });
});
