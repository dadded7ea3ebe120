import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '@speccast/emulator';
import { cases, generateCase } from '../cases/cases.js';
import { writeTexts } from './temporary-folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that imports are found.
const folder = join(root, '.cache', 'any-spec');

interface Mocks {
  readonly createEmulator: (options?: EmulatorOptions) => Emulator;
}

let mocks: Mocks | undefined;

beforeAll(async () => {
  const one = cases.find(({ name }) => name === 'positive-rest-shape');
  if (one === undefined) throw new Error('there is no such case');
  const { files } = await generateCase(one);
  rmSync(folder, { recursive: true, force: true });
  writeTexts(folder, Object.fromEntries(files.map(({ path, text }) => [path, text])));
  mocks = await import(/* @vite-ignore */ join(folder, 'src/mocks/index.ts'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answered {
  readonly status: number;
  readonly location: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

type Call = (method: string, path: string, body?: object | string) => Promise<Answered>;

/** An emulator of the case, whose answers are checked. */
function open(): Call {
  const emulator = mocks?.createEmulator({ checkResponses: true });
  if (emulator === undefined) throw new Error('the package was not generated');
  return async (method, path, body) => {
    const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await emulator.fetch(`${emulator.baseUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { body: sent, headers: { 'content-type': type } }),
    });
    const text = await response.text();
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: text === '' ? {} : JSON.parse(text),
    };
  };
}

const nowhere = '00000000-0000-4000-8000-000000000000';

describe('an emulator of a spec that declares no behaviour', () => {
  test('keeps what is made: it is got, listed, changed and removed', async () => {
    const call = open();
    const { status, location, body } = await call('POST', '/products', { name: 'Ball', price: 2.5, category: 'toy' });
    expect([status, location]).toEqual([201, `https://positive-rest-shape.test/v1/products/${String(body['id'])}`]);
    expect(body).toEqual({ name: 'Ball', price: 2.5, category: 'toy', id: body['id'], createdAt: body['createdAt'] });
    const path = `/products/${String(body['id'])}`;
    expect(await call('GET', path)).toEqual({ status: 200, location: null, body });
    const patched = await call('PATCH', path, { price: 3 });
    expect(patched.body).toEqual({ ...body, price: 3 });
    expect((await call('GET', '/products')).body).toMatchObject({ total: 4 });
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await call('GET', path)).toMatchObject({
      status: 404,
      body: { title: 'Not Found', status: 404, detail: `There is no such entry in products: ${String(body['id'])}.` },
    });
    expect((await call('GET', '/products')).body).toMatchObject({ total: 3 });
  });

  test('takes what is for writing only, and never answers it', async () => {
    const call = open();
    const product = { name: 'Ball', price: 2.5, category: 'toy', supplierCode: 'x-1' };
    const { body } = await call('POST', '/products', product);
    expect(body).toMatchObject({ name: 'Ball' });
    const path = `/products/${String(body['id'])}`;
    const answers = [body, (await call('GET', path)).body, (await call('PATCH', path, { price: 3 })).body];
    expect(JSON.stringify([...answers, (await call('GET', '/products')).body])).not.toContain('supplierCode');
  });

  test('starts with samples that the schemas accept, the same every time', async () => {
    const [one, other] = [await open()('GET', '/products'), await open()('GET', '/products')];
    expect(one.body['data']).toHaveLength(3);
    expect(other).toEqual(one);
    expect(await open()('GET', '/stats')).toEqual(await open()('GET', '/stats'));
  });

  test('rejects what the validators reject', async () => {
    const call = open();
    expect((await call('POST', '/products', { name: '', price: 1 })).status).toBe(400);
    expect((await call('POST', '/products', { price: 1 })).status).toBe(400);
    expect((await call('GET', '/products/nope')).status).toBe(400);
    expect((await call('GET', '/products?page=0')).status).toBe(400);
  });

  test('pages by number and filters by the names of properties', async () => {
    const call = open();
    for (const name of ['A', 'B']) await call('POST', '/products', { name, price: 1, category: 'food' });
    const all = await call('GET', '/products?per_page=100');
    const data = all.body['data'] as readonly { readonly category?: string }[]; // a list, by the spec
    const pages = [await call('GET', '/products?per_page=3'), await call('GET', '/products?per_page=3&page=2')];
    expect(pages.flatMap(({ body }) => body['data'])).toEqual(data);
    expect(pages.map(({ body }) => body['total'])).toEqual([5, 5]);
    const food = data.filter(({ category }) => category === 'food');
    expect(food.length).toBeGreaterThan(1);
    expect((await call('GET', '/products?category=food')).body).toEqual({ data: food, total: food.length });
    expect((await call('GET', '/products/findByCategory?category=food')).body).toEqual(food);
    expect((await call('GET', '/products/findByCategory?category=all')).body).toEqual(data);
  });

  test('what is below a thing needs the thing, and goes with it', async () => {
    const call = open();
    expect((await call('POST', `/products/${nowhere}/reviews`, { stars: 4 })).status).toBe(404);
    expect((await call('GET', `/products/${nowhere}/reviews`)).status).toBe(404);
    const { body } = await call('POST', '/products', { name: 'Ball', price: 2.5 });
    const path = `/products/${String(body['id'])}/reviews`;
    // The id is the service's own to give.
    expect((await call('POST', path, { stars: 4, id: 77 })).body).toEqual({ stars: 4, id: 1 });
    expect((await call('PUT', `${path}/1`, { stars: 1, id: 1 })).body).toEqual({ stars: 1, id: 1 });
    expect((await call('GET', path)).body).toEqual([{ stars: 1, id: 1 }]);
    await call('DELETE', `/products/${String(body['id'])}`);
    expect((await call('GET', `${path}/1`)).status).toBe(404);
  });

  test('keys that callers choose stay, and are taken once', async () => {
    const call = open();
    expect((await call('POST', '/notes', { slug: 'mine', text: 'Hi' })).body).toEqual({ slug: 'mine', text: 'Hi' });
    expect((await call('GET', '/notes/mine')).body).toEqual({ slug: 'mine', text: 'Hi' });
    expect((await call('POST', '/notes', { slug: 'mine' })).status).toBe(409);
    expect(await call('DELETE', '/notes/mine')).toMatchObject({ status: 200, body: { slug: 'mine', gone: true } });
    expect((await call('GET', '/notes/mine')).status).toBe(404);
  });

  test('lists of summaries show the rows, completed, page by page', async () => {
    const call = open();
    await call('POST', '/notes', { slug: 'mine', text: 'Hi' });
    const { body } = await call('GET', '/notes?limit=3');
    expect(body).toMatchObject({ object: 'list', has_more: true });
    const [, , third] = body['data'] as readonly { readonly slug: string }[]; // a list, by the spec
    expect((await call('GET', `/notes?starting_after=${third?.slug}`)).body).toEqual({
      object: 'list',
      data: [{ slug: 'mine', length: expect.any(Number) }],
      has_more: false,
    });
  });

  test('things in a document are taken from it and answered in it', async () => {
    const call = open();
    const made = await call('POST', '/articles', { data: { type: 'articles', attributes: { title: 'Hi', words: 2 } } });
    const { id } = made.body['data'] as { readonly id: string }; // an object, by the spec
    const data = { type: 'articles', attributes: { title: 'Hi', words: 2 }, id };
    expect(made).toEqual({
      status: 201,
      location: `https://positive-rest-shape.test/v1/articles/${id}`,
      body: { data },
    });
    const change = { data: { type: 'articles', attributes: { title: 'Ho' } } };
    const changed = { data: { ...data, attributes: { title: 'Ho', words: 2 } } };
    expect((await call('PATCH', `/articles/${id}`, change)).body).toEqual(changed);
    expect((await call('GET', `/articles/${id}`)).body).toEqual(changed);
    expect((await call('GET', '/articles?page[size]=3&page[number]=2')).body).toEqual({ data: [changed.data] });
    expect((await call('GET', '/articles/none')).body).toEqual({
      errors: [{ status: '404', title: 'Not Found', detail: 'There is no such entry in articles: none.' }],
    });
  });

  test('forms become values of the types of the schema', async () => {
    const call = open();
    const { body } = await call('POST', '/customers', 'balance=5&vip=true&address[city]=Oslo');
    const want = { balance: 5, vip: true, address: { city: 'Oslo' }, object: 'customer', id: body['id'] };
    expect(body).toEqual(want);
    const path = `/customers/${String(body['id'])}`;
    expect((await call('POST', path, 'balance=7')).body).toEqual({ ...want, balance: 7 });
    expect((await call('GET', path)).body).toEqual({ ...want, balance: 7 });
  });

  test('an error is not answered as what goes well', async () => {
    // The form of one other operation says nothing about this one, which declares no errors.
    expect((await open()('GET', '/customers/none')).body).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });
});
