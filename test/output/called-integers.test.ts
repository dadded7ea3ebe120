import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

interface Client {
  readonly books: { readonly get: (params: object) => Promise<unknown> };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-integers');
});

afterAll(() => one?.remove());

/** A client of a service that responds with a text, and what it was sent. */
function opened(text: string) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
  return { client: one!.open({ fetch }).client, requests };
}

test('parameters take dates and bigints as they are, with all digits, also where they are validated', async () => {
  const { client, requests } = opened('{"id":1}');
  const moment = new Date('2026-01-31T12:00:00Z');
  await client.books.get({
    bookId: 9007199254740993n,
    since: moment,
    ids: [1, 9223372036854775807n, -9223372036854775808n],
    owner: 18446744073709551615n,
    'X-Read': moment,
  });
  const url = new URL(requests[0]?.url ?? '');
  expect(url.pathname).toBe('/v1/books/9007199254740993');
  expect(url.search).toBe(
    '?since=2026-01-31T12%3A00%3A00.000Z&ids=1&ids=9223372036854775807&ids=-9223372036854775808&owner=18446744073709551615',
  );
  expect(requests[0]?.headers.get('x-read')).toBe('2026-01-31T12:00:00.000Z');
});

test.each([
  [{ bookId: 2 ** 53 }, 'bookId'],
  [{ bookId: 2n ** 64n }, 'bookId'],
  [{ bookId: 1, ids: [2 ** 63] }, 'ids'],
  [{ bookId: 1, since: new Date(NaN) }, 'since'],
  [{ bookId: 1, owner: -1n }, 'owner'],
  [{ bookId: 1, limit: 2n ** 40n }, 'limit'],
])('rejects %#, before anything is sent', async (params, name) => {
  const { client, requests } = opened('{"id":1}');
  await expect(client.books.get(params)).rejects.toMatchObject({
    name: 'ValidationError',
    side: 'request',
    issues: [{ path: expect.arrayContaining([name]) }],
  });
  expect(requests).toHaveLength(0);
});

test.each([
  ['{"id":9007199254740993}', ['id']],
  ['{"id":1,"size":18446744073709551615}', ['size']],
])('an integer that a number cannot hold is reported: %s', async (text, path) => {
  const message = /that a number holds exactly, up to 2\^53 - 1$/;
  await expect(opened(text).client.books.get({ bookId: 1 })).rejects.toMatchObject({
    name: 'ValidationError',
    side: 'response',
    issues: [{ path, message: expect.stringMatching(message) }],
  });
});

test('an integer without a format is any whole number', async () => {
  const read = opened('{"id":9007199254740991,"count":9007199254740993}').client.books.get({ bookId: 1 });
  expect(await read).toEqual({ id: 9007199254740991, count: 9007199254740992 });
});
