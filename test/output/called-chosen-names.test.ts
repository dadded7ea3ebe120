import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => PromiseLike<Readonly<Record<string, unknown>>>;

interface Client {
  readonly kites: Readonly<Record<'list' | 'listKites' | 'replace', Call>>;
  readonly line: {
    readonly reels: { readonly windUp: Call };
    readonly cords: Readonly<Record<'list' | 'cutAll', Call>>;
  };
  readonly 仓库: { readonly 列出仓库: Call };
  readonly züge: { readonly create: Call };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-chosen-names');
});

afterAll(() => one?.remove());

/** The requests of a call, as method, path and query. */
async function requestsOf(call: (client: Client) => PromiseLike<unknown>): Promise<readonly string[]> {
  const { client, sent } = one!.open();
  await call(client);
  return sent.map(({ request: { method, url } }) => `${method} ${url.replace(/^.*\/v1/, '')}`);
}

test.each<readonly [string, (client: Client) => PromiseLike<unknown>]>([
  ['GET /kites', ({ kites }) => kites.list()],
  ['GET /kites/own', ({ kites }) => kites.listKites()],
  ['POST /reels', ({ line }) => line.reels.windUp()],
  ['GET /cords', ({ line }) => line.cords.list()],
  ['DELETE /cords', ({ line }) => line.cords.cutAll()],
  ['GET /a', (client) => client.仓库.列出仓库()],
  [
    'GET /kites?sideApi=a&side_api=b&page_size=1&pageSize=2&q=c',
    ({ kites }) => kites.list({ sideApi: 'a', side_api: 'b', pageSize: 1, pageSize2: 2, words: 'c' }),
  ],
])('%s', async (request, call) => {
  expect(await requestsOf(call)).toEqual([request]);
});

test('both of two properties that would have the same name are sent and read', async () => {
  const { client, sent } = one!.open();
  const body = { kiteId: 'k', sideApi: 'a', sideApi2: 'b', kind: 'c' };
  const read = await client.kites.replace({ id: 'k', body });
  expect(JSON.parse(sent[0]!.body)).toEqual({ kite_id: 'k', side_api: 'a', sideApi: 'b', class: 'c' });
  expect(read).toEqual(body);
});

test('types and validators have names in any script', async () => {
  const { 仓库信息: stock, Kite } = one!.validators;
  expect([stock!.is({ 名称: 'a', номер_склада: 1 }), stock!.is({ 名称: '' }), stock!.is({ номер_склада: 1 })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(stock!.check({ 名称: 'a', номер_склада: 0 })).toMatchObject([{ path: ['номер_склада'] }]);
  expect(Kite!.is({ kite_id: 'k', sideApi: 'b' })).toBe(true);
  const { client, sent } = one!.open();
  const read = await client.züge.create({ body: { größe: 2, gewichtTonnen: 3 } });
  expect(Object.keys(read).toSorted()).toEqual(['gewichtTonnen', 'größe']);
  expect(JSON.parse(sent[0]!.body)).toEqual({ größe: 2, gewicht_tonnen: 3 });
});
