import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clientCredentials, createCore, TokenError } from '@speccast/runtime/client';
import type { ClientCredentialsOptions, Fetch } from '@speccast/runtime/client';
import type { SecurityScheme } from '@speccast/runtime';
import { errorOf, json, operation, service, type Step } from '../support.js';

const tokenUrl = 'https://accounts.test/token';
const secret = 's3cret&value';
const read = operation({ auth: ['robot'] });
const granted = (number: number, more: object = {}): Response =>
  json({ access_token: `access-${number}`, expires_in: 3600, token_type: 'Bearer', ...more });

type Bearer = Extract<SecurityScheme, { kind: 'bearer' }>;

/** A client of a service that takes every token but those of `refused`, and a token endpoint that follows a script. */
function setUp(
  steps: readonly Step[],
  {
    options = {},
    scheme = { tokenUrl },
    refused = [],
  }: {
    readonly options?: Partial<ClientCredentialsOptions>;
    readonly scheme?: Partial<Bearer>;
    readonly refused?: readonly string[];
  } = {},
) {
  const asked: (readonly [string, Record<string, string>])[] = [];
  const sent: (string | null)[] = [];
  const lines: string[] = [];
  const clock = { time: 1_000_000 };
  const fetch: Fetch = async (request) => {
    if (request.url.startsWith(service.baseUrl ?? '')) {
      const token = request.headers.get('authorization');
      sent.push(token);
      return refused.some((one) => token?.endsWith(one)) ? json({}, { status: 401 }) : json({ ok: true });
    }
    const step = steps[Math.min(asked.length, steps.length - 1)];
    asked.push([request.url, Object.fromEntries(new URLSearchParams(await request.clone().text()))]);
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : (step ?? granted(1)).clone();
  };
  const log = (line: string): void => void lines.push(line);
  const auth = clientCredentials({ clientId: 'robot-1', clientSecret: secret, ...options });
  const client = createCore(
    { ...service, security: { robot: { kind: 'bearer', ...scheme }, other: { kind: 'bearer', ...scheme } } },
    {
      fetch,
      clock: { now: () => clock.time },
      auth,
      retry: 0,
      logger: { debug: log, info: log, warn: log, error: log },
      logLevel: 'debug',
    },
  );
  return { asked, sent, clock, client, auth, lines };
}

const own = 'https://own.test/token';

describe('client credentials', () => {
  test('ask once for many calls, whatever scheme they need, and for clients made from one', async () => {
    const { asked, client } = setUp([granted(1)]);
    const other = operation({ auth: ['other'] });
    await Promise.all([read, read, other].map((one) => client.call(one, {})));
    await client.with({ timeoutMs: 100 }).call(read, {});
    expect(asked).toHaveLength(1);
  });

  test('ask each endpoint for its own token', async () => {
    const schemes = { robot: { kind: 'bearer', tokenUrl }, other: { kind: 'bearer', tokenUrl: own } } as const;
    const auth = clientCredentials({ clientId: 'robot-1', clientSecret: secret });
    const urls: string[] = [];
    const fetch: Fetch = async (request) => (urls.push(request.url), granted(urls.length));
    const two = createCore({ ...service, security: schemes }, { auth, fetch });
    await two.call(read, {});
    await two.call(operation({ auth: ['other'] }), {});
    expect(urls.filter((url) => url.endsWith('/token'))).toEqual([tokenUrl, own]);
  });

  test('renew a token before it ends, and once more after a 401', async () => {
    const { asked, sent, clock, client } = setUp([granted(1), granted(2), granted(3)], { refused: ['access-2'] });
    await client.call(read, {});
    clock.time += 3_580_000;
    await client.call(read, {});
    expect([asked.length, sent]).toEqual([3, ['access-1', 'access-2', 'access-3'].map((token) => `Bearer ${token}`)]);
  });

  test('try a failing endpoint once more', async () => {
    const { asked, client } = setUp([new Error('down'), granted(1)]);
    await client.call(read, {});
    expect(asked).toHaveLength(2);
  });

  const echo = `${secret} ${encodeURIComponent(secret)} access-1`;
  test.each<[string, Response]>([
    ['in an error', json({ error: 'invalid_client', error_description: echo }, { status: 400 })],
    ['as the code of an error', json({ error: echo }, { status: 401 })],
    ['in a response that is none', new Response(echo)],
    ['as the time of a token', json({ access_token: 'access-9', expires_in: echo })],
  ])('tell no secret that the endpoint repeats %s', async (_, response) => {
    const { clock, client, auth, lines } = setUp([granted(1), response]);
    await client.call(read, {});
    clock.time += 3_600_000;
    const error = await errorOf(client.call(read, {}));
    expect(error).toBeInstanceOf(TokenError);
    const told = `${inspect(error)} ${JSON.stringify(error)} ${inspect(auth, { depth: 9 })} ${inspect(client)} ${lines.join()}`;
    for (const one of [secret, encodeURIComponent(secret), 'access-1', 'access-9']) expect(told).not.toContain(one);
  });
});
