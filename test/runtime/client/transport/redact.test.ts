import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiKey, basic, bearer, clientCredentials, createCore, oauthRefresh } from '@speccast/runtime/client';
import type { Auth, ClientOptions } from '@speccast/runtime/client';
import { download, createRedactor } from '@speccast/runtime';
import { readRows } from '../../../rows.js';
import { createTestCore, json, createOperation, scriptFetch, service, createTestClock } from '../support.js';

/** Names of parameters and secrets of a redactor, and a text before and after it. */
interface RedactorRow {
  readonly names?: readonly string[];
  readonly secrets?: readonly string[];
  readonly text: string;
  readonly want: string;
}

/** Returns all texts that a value can be printed as. */
function printAll(value: unknown): string {
  const seen: unknown[] = [];
  for (let one = value; one instanceof Error; one = one.cause)
    seen.push(one.message, one.stack, String(one), JSON.stringify(one));
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    ...seen,
  ].join('\n');
}

const secret = 'S3cret/"key+=ä1';
const ascii = 'S3cret/"key+=1';
const auths: readonly (readonly [string, Auth, string, string])[] = [
  ['a key in the query', apiKey(secret), 'apiKey', secret],
  ['a key in a header', apiKey(ascii, { scheme: 'headerKey' }), 'headerKey', ascii],
  ['a token', bearer(ascii), 'oauth2', ascii],
  ['a token in the query', bearer(secret, { in: 'query' }), 'oauth2', secret],
  ['a token of a provider', bearer(async () => ({ token: ascii, expiresAt: Date.now() + 3_600_000 })), 'oauth2', ascii],
  ['a password', basic('user', secret), 'basic', secret],
];

/** Lists the forms of a secret in a request, and the escaped forms in which a response could repeat it. */
function listForms(request: Request, own: string): readonly string[] {
  const { headers } = request;
  const carried = [headers.get('authorization')?.split(' ')[1], headers.get('x-key'), request.url.split('?')[1]];
  return [
    own,
    encodeURIComponent(own),
    JSON.stringify(own).slice(1, -1),
    ...carried.filter((one) => typeof one === 'string'),
  ];
}

/** A response or failure that repeats the forms of a secret. */
type FailingService = (request: Request, echo: string) => Promise<Response>;
const never: FailingService = () => new Promise(() => undefined);
const failures: readonly (readonly [string, FailingService, ClientOptions])[] = [
  [
    'an ApiError that echoes the request',
    async (_, echo) =>
      json(
        { error: { message: echo, status: echo, errors: [{ reason: echo, message: echo }], [echo]: 1 } },
        { status: 403 },
      ),
    {},
  ],
  ['a page that echoes the request', async (_, echo) => new Response(`<p>${echo}</p>`, { status: 400 }), {}],
  ['unexpected content that echoes the request', async (_, echo) => new Response(`<p>${echo}</p>`), {}],
  [
    'headers and status text that echo the request',
    async (_, echo) => {
      const text = encodeURI(echo);
      return new Response('', { status: 500, statusText: text, headers: { 'x-request-id': text } });
    },
    {},
  ],
  [
    'a content type that echoes the request',
    async (_, echo) => new Response('<p>', { headers: { 'content-type': `text/html; from="${encodeURI(echo)}"` } }),
    {},
  ],
  [
    'a network error that shows the request',
    async (request, echo) =>
      Promise.reject(Object.assign(new TypeError(echo, { cause: new Error(echo) }), { code: echo, request })),
    {},
  ],
  ['a network error that is text', async (_, echo) => Promise.reject(echo), {}],
  ['a timeout', never, { timeoutMs: 5 }],
  ['a total timeout', never, { totalTimeoutMs: 5 }],
  [
    'a response cut off',
    async (_, echo) => new Response(new ReadableStream({ start: (controller) => controller.error(new Error(echo)) })),
    {},
  ],
];

describe.each(auths)('%s', (_, auth, scheme, own) => {
  test.each(failures)('is neither in %s, nor in the log', async (__, failing, options) => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const forms = new Set<string>();
    const fetch = async (request: Request): Promise<Response> => {
      for (const form of listForms(request, own)) forms.add(form);
      return failing(request, [...forms].join(' '));
    };
    const client = createTestCore({
      auth,
      fetch,
      retry: { attempts: 2 },
      clock: createTestClock(),
      logger,
      logLevel: 'debug',
      ...options,
    });
    const called = createOperation({ auth: [scheme] });
    const noError = (): undefined => undefined;
    const errors = [
      await client.call(called, {}).then(noError, (error: unknown) => error),
      await download(client, called, {})
        .text()
        .then(noError, (error: unknown) => error),
    ];
    const printed = [...errors.map(printAll), ...lines].join('\n');
    expect(forms.size).toBeGreaterThan(1);
    expect(printed).toMatch(/(Api|UnexpectedContent|Connection|Timeout)Error/);
    expect([...forms].filter((form) => printed.includes(form))).toEqual([]);
  });
});

const tokenOptions = { clientId: 'client-1', clientSecret: ascii, tokenUrl: 'https://accounts.test/token' };
const held: readonly (readonly [string, Auth, string, string])[] = [
  ...auths,
  ['a token that is refreshed', oauthRefresh({ ...tokenOptions, refreshToken: ascii }), 'oauth2', ascii],
  ['a token for the client itself', clientCredentials(tokenOptions), 'oauth2', ascii],
];

test.each(held)('%s is not printed with its client or options, by any function', async (...row) => {
  const [, auth, scheme, own] = row;
  const { fetch } = scriptFetch(json({ access_token: own, expires_in: 100_000 }));
  const client = createTestCore({ auth, fetch });
  await client.call(createOperation({ auth: [scheme] }), {});
  const copies = [auth, client].map((value) => inspect([Object.entries(value), tryCopy(value)], { depth: 20 }));
  expect([printAll(auth), printAll(client), ...copies].join('\n')).not.toContain(own);
});

function tryCopy(value: object): unknown {
  try {
    return structuredClone(value);
  } catch (error) {
    return error;
  }
}

test('a key of the option `apiKey` is not printed with its client', () => {
  expect(printAll(createCore(service, { apiKey: secret }).call(createOperation(), {}))).not.toContain(secret);
});

test('the URL of a request in a middleware has no credential', async () => {
  const seen: string[] = [];
  const { fetch, requests } = scriptFetch(json({}));
  const middleware = [
    async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => (
      seen.push(request.url, [...request.headers.keys()].join()),
      next(request)
    ),
  ];
  await createTestCore({ fetch, middleware, auth: [bearer(secret, { in: 'query' })] }).call(
    createOperation({ auth: ['oauth2'] }),
    {},
  );
  expect(seen).toEqual(['https://films.test/v3/films', 'accept']);
  expect(requests[0]?.url).toContain('access_token=');
});

readRows(import.meta.url).table('a redactor', ({ names = [], secrets = [], text, want }: RedactorRow) => {
  const redactor = createRedactor(names);
  for (const one of secrets) redactor.add(one);
  expect(redactor.text(text)).toBe(want);
});
