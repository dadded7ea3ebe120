import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clientCredentials, createCore, TokenError } from '@speccast/runtime/client';
import type { Fetch } from '@speccast/runtime/client';
import { catchError, json, createOperation, service } from '../support.js';

const tokenUrl = 'https://accounts.test/token';
const secret = 's3cret&value';
const read = createOperation({ auth: ['robot'] });
const grant = (number: number): Response =>
  json({ access_token: `access-${number}`, expires_in: 3600, token_type: 'Bearer' });

/** Creates a client of a service that accepts any token; the token endpoint responds with `steps` in turn. */
function setUp(...steps: readonly Response[]) {
  const tokenRequests: string[] = [];
  const lines: string[] = [];
  const clock = { time: 1_000_000 };
  const fetch: Fetch = async (request) => {
    if (request.url !== tokenUrl) return json({ ok: true });
    tokenRequests.push(request.url);
    return (steps[tokenRequests.length - 1] ?? grant(1)).clone();
  };
  const log = (line: string): void => void lines.push(line);
  const auth = clientCredentials({ clientId: 'robot-1', clientSecret: secret });
  const scheme = { kind: 'bearer', tokenUrl } as const;
  const client = createCore(
    { ...service, security: { robot: scheme, other: scheme } },
    {
      fetch,
      clock: { now: () => clock.time },
      auth,
      retry: 0,
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: 'debug',
    },
  );
  return { tokenRequests, clock, client, auth, lines };
}

const own = 'https://own.test/token';

describe('client credentials', () => {
  test('request one token for many calls with any scheme, also of clients created by `with()`', async () => {
    const { tokenRequests, client } = setUp(grant(1));
    const other = createOperation({ auth: ['other'] });
    await Promise.all([read, read, other].map((one) => client.call(one, {})));
    await client.with({ timeoutMs: 100 }).call(read, {});
    expect(tokenRequests).toHaveLength(1);
  });

  test('request a token from each endpoint', async () => {
    const schemes = { robot: { kind: 'bearer', tokenUrl }, other: { kind: 'bearer', tokenUrl: own } } as const;
    const auth = clientCredentials({ clientId: 'robot-1', clientSecret: secret });
    const urls: string[] = [];
    const fetch: Fetch = async (request) => (urls.push(request.url), grant(urls.length));
    const two = createCore({ ...service, security: schemes }, { auth, fetch });
    await two.call(read, {});
    await two.call(createOperation({ auth: ['other'] }), {});
    expect(urls.filter((url) => url.endsWith('/token'))).toEqual([tokenUrl, own]);
  });

  const echo = `${secret} ${encodeURIComponent(secret)} access-1`;
  test.each<[string, Response]>([
    ['in an error', json({ error: 'invalid_client', error_description: echo }, { status: 400 })],
    ['as the code of an error', json({ error: echo }, { status: 401 })],
    ['in a response that is not JSON', new Response(echo)],
    ['as the time of a token', json({ access_token: 'access-9', expires_in: echo })],
  ])('hide a secret that the endpoint repeats %s', async (_, response) => {
    const { clock, client, auth, lines } = setUp(grant(1), response);
    await client.call(read, {});
    clock.time += 3_600_000;
    const error = await catchError(client.call(read, {}));
    expect(error).toBeInstanceOf(TokenError);
    const output = `${inspect(error)} ${JSON.stringify(error)} ${inspect(auth, { depth: 9 })} ${inspect(client)} ${lines.join()}`;
    for (const one of [secret, encodeURIComponent(secret), 'access-1', 'access-9']) expect(output).not.toContain(one);
  });
});
