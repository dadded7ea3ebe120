import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createCore, oauthRefresh } from '@speccast/runtime/client';
import type { Core, OAuthRefreshOptions } from '@speccast/runtime/client';
import { catchError, json, createOperation, scriptFetch, service, type Script, type Step } from '../support.js';

// The renewal of tokens is tested by ../call-steps/tokens.yaml, responses of the token endpoint by ../calls/token-refresh.yaml.

const tokenUrl = 'https://accounts.test/token';
const read = createOperation({ auth: ['oauth2'] });
const grant = json({ access_token: 'access-secret-1', refresh_token: 'refresh-secret-2', expires_in: 3600 });

/** Creates a client that refreshes its token; `requests` are those to the token endpoint and the service. */
function setUp(steps: readonly Step[], options: Partial<OAuthRefreshOptions> = {}): Script & { readonly client: Core } {
  const scripted = scriptFetch(...steps);
  const auth = oauthRefresh({ clientId: 'client-1', refreshToken: 'refresh-secret-1', ...options });
  const security = { oauth2: { kind: 'bearer', oauth2: true, tokenUrl } } as const;
  return { ...scripted, client: createCore({ ...service, security }, { fetch: scripted.fetch, auth, retry: 0 }) };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a refresh follows no redirect', async () => {
  const { requests, client } = setUp([grant, json({})]);
  await client.call(read, {});
  expect(requests[0]).toMatchObject({ method: 'POST', url: tokenUrl, redirect: 'manual' });
});

test('a refresh can have a fetch of its own', async () => {
  const own = scriptFetch(grant);
  const { requests, client } = setUp([json({})], { fetch: own.fetch });
  await client.call(read, {});
  expect([own.requests.length, requests.length]).toEqual([1, 1]);
});

test.each([{ redirected: true }, { type: 'opaqueredirect', status: 0 }])(
  'a redirect that fetch has followed or hidden fails a refresh: %j',
  async (fields) => {
    const getters = Object.entries(fields).map(([name, value]) => [name, { value }]);
    const { client } = setUp([() => Object.defineProperties(grant.clone(), Object.fromEntries(getters))]);
    const { message } = await catchError(client.call(read, {}));
    expect(message).toBe('No new access token: the token endpoint redirects, which is not followed');
  },
);

test('a refresh without a response fails after 30 seconds', async () => {
  vi.useFakeTimers();
  const failed = catchError(setUp([() => new Promise<Response>(() => undefined)]).client.call(read, {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await failed).message).toBe('No new access token: no response within 30000 ms');
});

const secrets = ['client-secret-1', 'refresh-secret-1', 'refresh-secret-2', 'access-secret-1'];
const echo = secrets.map((secret) => `(${secret})`).join();
const rejected = json({}, { status: 401 });

test.each<[string, readonly Step[]]>([
  ['an error of the service', [grant, json({ error: { message: echo, status: echo } }, { status: 403 })]],
  ['a second refresh', [grant, rejected, grant, rejected]],
  [
    'the code or the description of the endpoint',
    [json({ error: 'client-secret-1', error_description: 'client-secret-1 and refresh-secret-1' }, { status: 401 })],
  ],
])('no secret of a refresh is in %s', async (_, steps) => {
  const error = await catchError(setUp(steps, { clientSecret: 'client-secret-1' }).client.call(read, {}));
  const output = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`;
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  expect(Object(error).status).toBeGreaterThan(400);
});
