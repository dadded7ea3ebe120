import { describe, expect, test } from 'vitest';
import { bearer } from '@speccast/runtime/client';
import type { Middleware } from '@speccast/runtime/client';
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  createTestClock,
  createWriteOperation,
} from '../support.js';

function createLogger() {
  const written: string[] = [];
  const write =
    (level: string) =>
    (line: string): void =>
      void written.push(`${level} ${line}`);
  return {
    written,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

describe('middleware', () => {
  test('wraps each attempt; the first middleware is the outermost', async () => {
    const seen: string[] = [];
    const named =
      (name: string): Middleware =>
      async (request, next, { operation: id, attempt }) => {
        seen.push(`${name} > ${id} #${attempt}`);
        const response = await next(request);
        seen.push(`${name} < ${response.status}`);
        return response;
      };
    const { fetch } = scriptFetch(json({}, { status: 500 }), json({}));
    await createTestCore({ fetch, clock: createTestClock(), middleware: [named('a'), named('b')] }).call(
      createOperation(),
      {},
    );
    expect(seen).toEqual([
      'a > films.list #1',
      'b > films.list #1',
      'b < 500',
      'a < 500',
      'a > films.list #2',
      'b > films.list #2',
      'b < 200',
      'a < 200',
    ]);
  });

  test.each(['apiKey', 'oauth2'])(
    'can change headers, URL and body, and the request is signed afterwards (%s)',
    async (scheme) => {
      const change: Middleware = (request, next) => {
        request.headers.set('x-trace', '1');
        request.headers.set('content-type', 'application/merge-patch+json');
        return next(request);
      };
      const replace: Middleware = async (request, next) =>
        next(
          new Request(`${request.url}?added=1`, {
            method: 'POST',
            headers: request.headers,
            body: `[${await request.text()}]`,
          }),
        );
      const { fetch, requests } = scriptFetch(json({}));
      const options = { fetch, apiKey: 'key-1', auth: [] };
      const client = createTestCore(scheme === 'apiKey' ? options : { ...options, auth: bearer('tok-1') });
      const called = createWriteOperation({ auth: [scheme] });
      await client.with({ middleware: [change] }).call(called, { body: { a: 1 } });
      await client.with({ middleware: [change, replace] }).call(called, { body: { a: 1 } });
      const query = scheme === 'apiKey' ? ['?key=key-1', '?added=1&key=key-1'] : ['', '?added=1'];
      const want = query.map((one, index) => [
        `https://films.test/v3/films${one}`,
        scheme === 'apiKey' ? null : 'Bearer tok-1',
        '1',
        'application/merge-patch+json',
        index === 0 ? '{"a":1}' : '[{"a":1}]',
      ]);
      const got = await Promise.all(
        requests.map(async (one) => [
          one.url,
          ...['authorization', 'x-trace', 'content-type'].map((name) => one.headers.get(name)),
          await one.text(),
        ]),
      );
      expect(got).toEqual(want);
    },
  );

  test('can respond itself', async () => {
    const { fetch, requests } = scriptFetch();
    expect(
      await createTestCore({ fetch, middleware: [async () => json({ cached: true })] }).call(createOperation(), {}),
    ).toEqual({
      cached: true,
    });
    expect(requests).toHaveLength(0);
  });

  test('that throws fails the call with its error, at once', async () => {
    const failure = new Error('mine');
    const { fetch, requests } = scriptFetch(json({}));
    const middleware: readonly Middleware[] = [async (request, next) => (await next(request), Promise.reject(failure))];
    expect(await catchError(createTestCore({ fetch, middleware }).call(createOperation(), {}))).toBe(failure);
    expect(requests).toHaveLength(1);
  });
});

describe('the log', () => {
  const fails = () => scriptFetch(json({}, { status: 503, statusText: 'Busy' }), json({}));

  test('has a line for each retry', async () => {
    const { written, logger } = createLogger();
    await createTestCore({ fetch: fails().fetch, clock: createTestClock(), logger }).call(createOperation(), {});
    expect(written).toEqual(['info films.list: sending again in 250 ms after: ApiError: films.list: 503: Busy']);
  });

  test('is available to middleware, redacted', async () => {
    const { written, logger } = createLogger();
    const middleware: readonly Middleware[] = [
      async (request, next, { log }) => {
        const response = await next(request);
        log.warn('seen key-1234');
        return response;
      },
    ];
    await createTestCore({ fetch: scriptFetch(json({})).fetch, logger, middleware, apiKey: 'key-1234' }).call(
      createOperation({ auth: ['apiKey'] }),
      {},
    );
    expect(written).toEqual(['warn seen [redacted]']);
  });
});
