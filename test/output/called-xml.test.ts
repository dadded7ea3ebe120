import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiPromise } from '@speccast/runtime';
import { serve } from '@speccast/emulator/server';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object, options?: object) => ApiPromise<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-xml');
});

afterAll(() => one?.remove());

const book = { title: 'A & B', isbn: null, price: 9.5, isLent: false, authors: ['Ada'] };

describe('a response', () => {
  const bookAt = async (accept?: string): Promise<Response> => {
    const { client, emulator } = one!.open();
    const { id } = Object(await client['books']!['insert']!({ body: book }));
    return emulator.fetch(`${emulator.baseUrl}/books/${id}`, { headers: accept === undefined ? {} : { accept } });
  };

  test.each([
    { accept: undefined, type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: '*/*', type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: 'application/json, application/xml', type: 'application/json; charset=UTF-8', body: /^\{/ },
    { accept: 'application/json;q=0.5, application/xml', type: 'application/xml', body: /^<\?xml.*\n<book id="/ },
  ])('to $accept is $type', async ({ accept, type, body }) => {
    const response = await bookAt(accept);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toMatch(body);
  });
});

test('a client and an emulator that only speak XML understand each other over HTTP', async () => {
  const { emulator } = one!.open();
  const server = await serve(emulator);
  try {
    const { client } = one!.open({ fetch: (request) => fetch(request), baseUrl: server.url });
    const inserted = await client['books']!['insert']!({ body: { ...book, sequel: { title: 'C' } } });
    expect(inserted).toEqual({ ...book, sequel: { title: 'C' }, id: expect.any(Number) });
    expect(await client['books']!['list']!()).toMatchObject({ book: expect.arrayContaining([inserted]) });
  } finally {
    await server.close();
  }
});
