import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test, vi } from 'vitest';
import {
  apiKey,
  bearer,
  InvalidOptionError,
  openBareCore,
  validateCalls,
  withErrorDetails,
  withErrorTexts,
  withLogging,
  withMiddleware,
  withOptionChecks,
  withRedaction,
  withRetries,
  withTokenSources,
  withTracing,
} from '@speccast/runtime/client';
import type { ClientOptions, CoreFeature } from '@speccast/runtime/client';
import { catchError, json, createOperation, scriptFetch, service, createTestClock, type Step } from './support.js';

/** Calls an operation through a core with some features; returns the outcome and the requests. */
async function callWith(
  features: readonly CoreFeature[],
  options: ClientOptions,
  ...steps: readonly Step[]
): Promise<{ readonly outcome: unknown; readonly requests: readonly Request[] }> {
  const { fetch, requests } = scriptFetch(...steps);
  const core = openBareCore(service, { fetch, ...options, features });
  const outcome = await core
    .call(createOperation({ auth: [['apiKey'], ['oauth2'], []] }), {})
    .catch((error: unknown) => error);
  return { outcome, requests };
}

const respondUnavailable = (): Response => json({ error: { message: 'later' } }, { status: 503 });

describe('a core without features', () => {
  test('sends a signed request once, and returns the data', async () => {
    const { outcome, requests } = await callWith([], { auth: apiKey('k-1234') }, json({ title: 'Heat' }));
    expect(outcome).toEqual({ title: 'Heat' });
    expect(requests.map(({ url }) => url)).toEqual(['https://films.test/v3/films?key=k-1234']);
  });

  test('rejects with the reason and the message of the service', async () => {
    const body = { error: { message: 'no such film', errors: [{ reason: 'filmNotFound' }] } };
    const { outcome } = await callWith([], {}, json(body, { status: 404, headers: { 'retry-after': '3' } }));
    expect(outcome).toMatchObject({
      name: 'ApiError',
      message: 'films.list: 404 filmNotFound: no such film',
      reason: 'filmNotFound',
      retryAfterMs: 3000,
      body,
    });
  });

  test.each([
    [null],
    ['text'],
    [[1]],
    [{ error: 'gone' }],
    [{ errors: [null] }],
    [{ error: { errors: 'x', message: 4 } }],
  ])('accepts the unexpected error body %j', async (body) => {
    const { outcome } = await callWith([], {}, json(body, { status: 400 }));
    expect(outcome).toMatchObject({ name: 'ApiError', status: 400, body });
  });

  test('shows no credential in errors', async () => {
    const secret = 's3cr3t/+key';
    const echo = (request: Request): Response =>
      json({ error: { message: `bad ${secret} ${new URL(request.url).search}` } }, { status: 400 });
    const { outcome } = await callWith([], { auth: apiKey(secret) }, echo);
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(JSON.stringify(outcome)).not.toContain(encodeURIComponent(secret));
    const { outcome: failed } = await callWith(
      [],
      { auth: apiKey(secret) },
      new TypeError(`no route to ?key=${secret}`),
    );
    expect(String(failed)).not.toContain(secret);
  });

  test('redacts a whole secret that begins with another secret', async () => {
    const auth = [apiKey('abcd', { scheme: 'headerKey' }), apiKey('abcd-efgh', { scheme: 'apiKey' })];
    const { fetch } = scriptFetch(json({ error: { message: 'bad abcd-efgh' } }, { status: 400 }));
    const core = openBareCore(service, { fetch, auth });
    const error = await catchError(core.call(createOperation({ auth: [['headerKey', 'apiKey']] }), {}));
    expect(error.message).toBe('films.list: 400: bad [redacted]');
  });

  test('renews the token of a provider', async () => {
    const tokens = ['old-token', 'new-token'];
    const auth = bearer(async () => tokens.shift() ?? '');
    const { outcome, requests } = await callWith([], { auth }, json({}, { status: 401 }), json({ ok: true }));
    expect(outcome).toEqual({ ok: true });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old-token',
      'Bearer new-token',
    ]);
  });

  test.each<[keyof ClientOptions, ClientOptions, string]>([
    ['retry', { retry: 2 }, 'withRetries'],
    ['logger', { logger: console }, 'withLogging'],
    ['logLevel', { logLevel: 'debug' }, 'withLogging'],
    ['middleware', { middleware: [] }, 'withMiddleware'],
    ['validate', { validate: { response: 'error' } }, 'withValidation'],
  ])('rejects the option `%s` of clients and calls with the name of its feature', async (name, options, feature) => {
    const { fetch } = scriptFetch(json({}));
    const error = new InvalidOptionError(name, `needs \`features: [${feature}]\``);
    expect(() => openBareCore(service, { fetch, ...options })).toThrow(error);
    const core = openBareCore(service, { fetch });
    expect(() => core.with(options)).toThrow(error);
    if (name === 'retry') expect(await catchError(core.call(createOperation(), {}, { retry: 2 }))).toEqual(error);
  });

  test('rejects credentials of other libraries', () => {
    const auth = { getAccessToken: async () => ({ token: 'from-library' }) };
    expect(() => openBareCore(service, { auth })).toThrow('`auth` needs `features: [withTokenSources]`');
  });

  test('accepts options that turn a feature off', async () => {
    const { requests } = await callWith([], { retry: 0 }, respondUnavailable());
    expect(requests).toHaveLength(1);
  });
});

test('a custom feature can send a call twice at the same time', async () => {
  const around: NonNullable<CoreFeature['around']> = async (call, next) => {
    const [first, second] = await Promise.all([next(call), next(call)]);
    return { ...first, meta: { ...first.meta, attempts: first.meta.attempts + second.meta.attempts } };
  };
  const { fetch, requests } = scriptFetch(respondUnavailable(), json({ n: 1 }));
  const core = openBareCore(service, { fetch, clock: createTestClock(), cache: { around }, features: [withRetries] });
  const { data, meta } = await core.call(createOperation(), {}).withResponse();
  expect([data, meta.attempts, requests.length]).toEqual([{ n: 1 }, 3, 3]);
});

describe('a feature', () => {
  test('`withRetries` sends a read that failed again', async () => {
    expect((await callWith([], {}, respondUnavailable(), json({}))).requests).toHaveLength(1);
    const { requests } = await callWith(
      [withRetries],
      { clock: createTestClock() },
      respondUnavailable(),
      respondUnavailable(),
      json({}),
    );
    expect(requests).toHaveLength(3);
  });

  test('`withLogging` writes lines without secrets', async () => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    await callWith([withLogging], { auth: apiKey('k-1234'), logger, logLevel: 'debug' }, json({}));
    expect(lines).toEqual([
      'GET https://films.test/v3/films (films.list, attempt 1)',
      expect.stringMatching(/^films.list: 200 after \d+ ms$/),
    ]);
  });

  test('`withTracing` publishes events', async () => {
    const events: unknown[] = [];
    const listen = (event: unknown): void => void events.push(event);
    subscribe('speccast:end', listen);
    await callWith([], {}, json({}));
    await callWith([withTracing], {}, json({}));
    unsubscribe('speccast:end', listen);
    expect(events).toEqual([{ call: { service: 'films', operation: 'films.list' }, status: 200, attempts: 1 }]);
  });

  test('`withMiddleware` wraps attempts', async () => {
    const middleware = [
      async (request: Request, next: (request: Request) => Promise<Response>) => {
        request.headers.set('x-trace', '1');
        return next(request);
      },
    ];
    const { requests } = await callWith([withMiddleware], { middleware }, json({}));
    expect(requests[0]?.headers.get('x-trace')).toBe('1');
  });

  test('`validateCalls` loads validators and validates with them', async () => {
    const around = vi.fn<NonNullable<CoreFeature['around']>>(async (call, next) => next(call));
    const withValidation = validateCalls(async () => ({ validation: { around } }));
    await callWith([withValidation], { validate: { response: 'error' } }, json({}));
    expect(around).toHaveBeenCalledOnce();
  });

  test('`withOptionChecks` rejects options and credentials that cannot work', async () => {
    expect(() => openBareCore(service, { timeoutMs: -1, features: [withOptionChecks] })).toThrow('timeoutMs');
    const auth = bearer('token', { scheme: 'nowhere' });
    expect(() => openBareCore(service, { auth, features: [withOptionChecks] })).toThrow(
      'nowhere, which no operation accepts',
    );
    // `as`: as JavaScript code may call it, without types.
    const fetch = (async () => undefined) as unknown as NonNullable<ClientOptions['fetch']>;
    expect((await callWith([withOptionChecks], { fetch })).outcome).toMatchObject({ name: 'InvalidOptionError' });
  });

  test('`withTokenSources` accepts clients of other libraries', async () => {
    const auth = { getAccessToken: async () => ({ token: 'from-library' }) };
    const { requests } = await callWith([withTokenSources], { auth }, json({}));
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer from-library');
  });

  test('`withErrorDetails` reads the details of an error', async () => {
    const body = [{ error: { status: 'NOT_FOUND', details: [{ reason: 'filmNotFound', domain: 'films' }] } }];
    const { outcome } = await callWith([withErrorDetails], {}, json(body, { status: 404 }));
    expect(outcome).toMatchObject({ reason: 'filmNotFound', code: 'NOT_FOUND', errors: [] });
  });

  test('`withErrorTexts` finds texts in other forms of errors', async () => {
    const body = { detail: [{ loc: ['body', 'age'], msg: 'too low' }] };
    const { outcome } = await callWith([withErrorTexts], {}, json(body, { status: 422 }));
    expect(outcome).toMatchObject({ message: 'films.list: 422: body.age: too low' });
  });

  test('`withRedaction` finds escaped secrets', async () => {
    const secret = 'a"b\\c-secret';
    const escaped = JSON.stringify(JSON.stringify(secret));
    const response = new Response(`<p>${escaped}</p>`, { status: 400 });
    const { outcome } = await callWith([withRedaction], { auth: apiKey(secret) }, response);
    expect(Reflect.get(Object(outcome), 'body')).toBe('<p>"\\"[redacted]\\""</p>');
  });
});
