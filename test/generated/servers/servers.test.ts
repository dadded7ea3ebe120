import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, apiKey, bearer } from '@speccast/runtime';
import { importCase, type ImportedCase } from '../../output/import-case.js';
import { frameworks, type ServedShop } from './frameworks.js';

interface Call<T> extends PromiseLike<T> {
  withResponse(): Promise<{ readonly response: Response }>;
  toArray(options: { readonly limit: number }): Promise<readonly { readonly title: string }[]>;
}

interface Page {
  readonly data: readonly object[];
}

/** The client of the bookshop, as the tests call it. */
interface Bookshop {
  readonly books: {
    list(params?: object): Call<Page>;
    create(params: object): Call<object>;
    get(params: object): Promise<object>;
    update(params: object): Promise<object>;
    uploadCover(params: object): Promise<void>;
    delete(params: object): Promise<void>;
  };
  readonly orders: {
    list(): Promise<Page>;
    create(params: object): Promise<{ readonly id: string }>;
    get(params: object): Promise<object>;
    stream(): AsyncIterable<object>;
  };
}

let bookshop: ImportedCase<Bookshop> | undefined;

beforeAll(async () => {
  bookshop = await importCase<Bookshop>('positive-server-types');
});

afterAll(() => bookshop?.remove());

describe.each(Object.entries(frameworks))('%s', (name, start) => {
  let served: ServedShop;
  let client: Bookshop;

  beforeAll(async () => {
    served = await start();
    const { baseUrl, fetch } = served;
    ({ client } = bookshop!.open({ baseUrl, fetch, auth: bearer('secret'), retry: false }));
  });

  afterAll(() => served.close());

  test('serves the calls of the generated client', async () => {
    for (const title of ['Emma', 'Persuasion', 'Sanditon'])
      await client.books.create({ body: { title, author: 'Jane Austen' } });
    const created = await client.books.create({ body: { title: 'Ulysses' } }).withResponse();
    expect(created.response.status).toBe(201);
    expect(created.response.headers.get('location')).toBe('/v1/books/4');
    expect(await client.books.get({ bookId: 2 })).toMatchObject({ id: 2, title: 'Persuasion' });
    const all = await client.books.list({ limit: 2 }).toArray({ limit: 10 });
    expect(all.map(({ title }) => title)).toEqual(['Emma', 'Persuasion', 'Sanditon', 'Ulysses']);
    expect((await client.books.list({ author: 'Jane Austen' })).data).toHaveLength(3);
    expect(await client.books.update({ bookId: 1, body: { author: null } })).toEqual({
      id: 1,
      title: 'Emma',
      addedAt: '2026-01-01T00:00:00Z',
    });
    const file = new File([new Uint8Array([0, 137, 255])], 'cover.png', { type: 'image/png' });
    await client.books.uploadCover({ bookId: 3, body: { file: { data: file, name: 'cover.png' }, caption: 'Grün' } });
    expect(served.seen).toContainEqual([3, 'cover.png', 'image/png', [0, 137, 255], 'Grün']);
    await client.books.delete({ bookId: 4 });
  });

  test('serves orders, and streams their changes', async () => {
    await client.books.create({ body: { title: 'Emma' } });
    const payment = { kind: 'Card', number: '4242424242424242' } as const;
    const { id } = await client.orders.create({ body: { bookId: 1, payment } });
    expect(await client.orders.get({ orderId: id })).toMatchObject({ state: 'open', payment });
    expect((await client.orders.list()).data).toHaveLength(1);
    const events = [];
    for await (const event of client.orders.stream()) events.push(event);
    expect(events).toEqual([{ id, event: 'change', data: 'open' }]);
    expect(served.seen).toContain('stream ended');
  });

  test('responds with errors in the declared form', async () => {
    const missing = await client.books.get({ bookId: 99 }).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ApiError);
    expect(missing).toMatchObject({ status: 404, body: { title: 'Not Found', detail: 'There is no such book.' } });
    const { baseUrl, fetch } = served;
    const { client: nobody } = bookshop!.open({ baseUrl, fetch, auth: apiKey('wrong'), retry: false });
    const rejected = await nobody.books.list().then(undefined, (error: unknown) => error);
    expect(rejected).toBeInstanceOf(ApiError);
    const raw = await fetch(`${baseUrl}/books`);
    expect(raw.status).toBe(401);
    expect(raw.headers.get('www-authenticate')).toBe(
      'Bearer realm="positive-server-types", ApiKey realm="positive-server-types"',
    );
    expect(raw.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
    expect(await raw.json()).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  test.runIf(/^(?:Fastify|Express)/.test(name))('reads the query of an absolute URL, as proxies send it', async () => {
    for (const title of ['Emma', 'Persuasion']) await client.books.create({ body: { title } });
    const { hostname, port, href: path } = new URL(`${served.baseUrl}/books?limit=1`);
    const [response] = await once(
      get({ hostname, port, path, headers: { authorization: 'Bearer secret' } }),
      'response',
    );
    expect(response.statusCode).toBe(200);
    expect(((await json(response)) as Page).data).toHaveLength(1);
  });

  test.runIf(name !== 'web standards')('has a route for each path', async () => {
    served.routes.length = 0;
    await client.books.list();
    await client.books.get({ bookId: 1 });
    await expect.poll(() => served.routes).toEqual([expect.stringMatching(/\/v1\/books$/), '/v1/books/:bookId']);
  });
});
