import { describe, expect, test } from 'vitest';
import {
  createHandler,
  createPartialHandler,
  InvalidResponseError,
  reply,
  type SentItems,
  ServerError,
} from '../../cases/positive-server-types/expected/src/server-types/index.js';
import { readRows } from '../../rows.js';
import { createHandlers, openShop, type User } from './bookshop.js';

const { table } = readRows(import.meta.url);

const { handler, seen } = openShop({ maxBodyBytes: 1000 });

type RequestInput = RequestInit & { readonly type?: string };

/** Sends a request with the token `secret`, and returns the response and its JSON. */
async function call(
  path: string,
  { type, ...init }: RequestInput = {},
  to = handler,
): Promise<readonly [Response, unknown]> {
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', 'Bearer secret');
  if (type !== undefined) headers.set('content-type', type);
  const response = await to.fetch(new Request(`https://shop.example${path}`, { ...init, headers }), undefined);
  const text = await response.text();
  return [response, text === '' ? undefined : JSON.parse(text)];
}

const json = 'application/json';

table('rejects %s', async (_: string, path: string, sent: RequestInput, status: number, detail: string) => {
  seen.length = 0;
  const [response, body] = await call(path, sent);
  expect([response.status, body]).toEqual([
    status,
    expect.objectContaining({ status, detail: expect.stringMatching(new RegExp(`^${detail}$`)) }),
  ]);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST, HEAD');
});

test('responds with 422 if an operation declares 422 and not 400', async () => {
  const [response, body] = await call('/v1/orders', { method: 'POST', type: json, body: '{}' });
  expect([response.status, body]).toEqual([422, expect.objectContaining({ status: 422 })]);
});

test('does not set the prototype of a body by `__proto__`', async () => {
  const [, body] = await call('/v1/books', {
    method: 'POST',
    type: json,
    body: '{"title":"A","__proto__":{"author":"B"}}',
  });
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  expect(body).not.toHaveProperty('author', 'B');
});

test('responds to HEAD like to GET without a body, and to OPTIONS with the methods', async () => {
  const [get] = await call('/v1/books');
  const [head, none] = await call('/v1/books', { method: 'HEAD' });
  expect([head.status, none, [...head.headers]]).toEqual([200, undefined, [...get.headers]]);
  const [options] = await call('/v1/books', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
});

test('passes the default of a parameter that is not sent', async () => {
  const other = createPartialHandler<User>(
    { books: { list: ({ params: { limit } }) => ({ data: [], nextCursor: String(limit) }) } },
    { authenticate: () => ({ name: 'ada' }) },
  );
  expect((await call('/v1/books', {}, other))[1]).toEqual({ data: [], nextCursor: '20' });
  const [response, body] = await call('/v1/orders', {}, other);
  expect([response.status, body]).toEqual([501, expect.objectContaining({ title: 'Not Implemented' })]);
});

describe('credentials', () => {
  test.each([
    [
      'no credential',
      { authorization: '' },
      'Bearer realm="positive-server-types", ApiKey realm="positive-server-types"',
    ],
    [
      'a wrong credential',
      { authorization: 'Bearer x' },
      'Bearer realm="positive-server-types", error="invalid_token", ApiKey realm="positive-server-types"',
    ],
  ])('are rejected with 401: %s', async (_, headers, challenge) => {
    const [response] = await call('/v1/books', { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
  });

  test('are passed to `authenticate` with schemes and scopes, one alternative after the other', async () => {
    const attempts: unknown[] = [];
    const other = createHandler(createHandlers([]), {
      authenticate: ({ schemes, credentials, scopes, operation }) => {
        attempts.push([operation.id, schemes, credentials, scopes]);
        if (schemes.includes('key')) throw new ServerError(403, { message: 'Keys may only read.' });
        return undefined;
      },
    });
    const headers = { authorization: 'Bearer t', 'x-api-key': 'k' };
    const [response, body] = await call('/v1/books', { headers }, other);
    expect([response.status, body]).toMatchObject([403, { detail: 'Keys may only read.' }]);
    expect(attempts).toEqual([
      ['listBooks', ['oauth'], { oauth: 't' }, ['books']],
      ['listBooks', ['key'], { key: 'k' }, []],
    ]);
  });
});

describe('a handler that fails', () => {
  const errors: unknown[] = [];
  // `as`: handlers written in JavaScript may return any value.
  const wrong = <Value>(value: unknown): Value => value as Value;
  const failing = createHandler(
    {
      ...createHandlers([]),
      books: {
        ...createHandlers([]).books,
        list: () => wrong({ data: [{ title: 'secret' }] }),
        get: () => wrong(reply(402, {})),
        create: () => reply(201, { id: 1, title: 'A', addedAt: '2026-01-01T00:00:00Z' }, { Location: 'a\r\nb: c' }),
        update: () => {
          throw new Error('the password is hunter2');
        },
        delete: () => {
          throw new ServerError(404, { message: 'It was never there.', reason: 'bookNotFound' });
        },
      },
      orders: {
        ...createHandlers([]).orders,
        stream: (): SentItems<{ data: string }> => [{ data: 'one' }, wrong({ data: 1 })],
      },
    },
    { authenticate: () => ({ name: 'ada' }), onError: (error) => errors.push(error) },
  );
  test.each<readonly [name: string, path: string, sent: RequestInput, error: unknown]>([
    ['an invalid body', '/v1/books', {}, expect.any(InvalidResponseError)],
    [
      'an undeclared status',
      '/v1/books/1',
      {},
      expect.objectContaining({ message: 'getBook: the status 402 is not declared' }),
    ],
    [
      'a header that splits the response',
      '/v1/books',
      { method: 'POST', type: json, body: '{"title":"A"}' },
      expect.objectContaining({ message: 'createBook: 201 has a header "Location" that cannot be sent' }),
    ],
    [
      'an error',
      '/v1/books/1',
      { method: 'PATCH', type: 'application/merge-patch+json', body: '{}' },
      expect.objectContaining({ message: 'the password is hunter2' }),
    ],
  ])('with %s responds with 500, and passes the details to `onError` only', async (_, path, sent, error) => {
    errors.length = 0;
    const [response, body] = await call(path, sent, failing);
    expect([response.status, body]).toEqual([
      500,
      expect.objectContaining({ status: 500, detail: 'The server failed.' }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|hunter2|title must/);
    expect(errors).toEqual([error]);
  });

  test('with a ServerError responds with its status and message', async () => {
    const [response, body] = await call('/v1/books/1', { method: 'DELETE' }, failing);
    expect([response.status, body]).toMatchObject([404, { title: 'Not Found', detail: 'It was never there.' }]);
  });

  test('in the middle of a stream breaks off the response', async () => {
    errors.length = 0;
    const request = new Request('https://shop.example/v1/orders/events', { headers: { authorization: 'Bearer t' } });
    const response = await failing.fetch(request, undefined);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: one\n\n');
    await expect(reader?.read()).rejects.toThrow('the source of the response failed');
    expect(errors).toEqual([expect.any(InvalidResponseError)]);
  });
});

test('a stream ends if its caller aborts', async () => {
  const shop = openShop();
  const aborter = new AbortController();
  const open = (path: string, init: RequestInit = {}): Promise<Response> =>
    shop.handler.fetch(
      new Request(`https://shop.example${path}`, {
        ...init,
        headers: { authorization: 'Bearer secret', 'content-type': json },
        signal: aborter.signal,
      }),
      undefined,
    );
  await open('/v1/books', { method: 'POST', body: '{"title":"A"}' });
  const order = JSON.stringify({ bookId: 1, payment: { kind: 'Invoice', address: 'here' } });
  for (let count = 0; count < 3; count += 1) await open('/v1/orders', { method: 'POST', body: order });
  const reader = (await open('/v1/orders/events')).body?.getReader();
  await reader?.read();
  aborter.abort();
  await expect.poll(() => shop.seen).toContain('stream ended');
  expect(shop.seen).toContain('aborted');
});
