import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

type Row = { readonly id: string; readonly n?: number };
type Call = (params?: object) => PromiseLike<unknown> & AsyncIterable<Row>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-paging-habits');
});

afterAll(() => one?.remove());

/** Lists of which the emulator sends two rows at a time, with how a page is asked for, and what the second page of six rows says. */
const habits: readonly (readonly [resource: string, second: RegExp, says: object])[] = [
  ['kelps', /^\?cursor=\w+$/, { meta: { nextCursor: expect.any(String), prevCursor: expect.any(String) } }],
  ['corals', /^\?page_token=\w+$/, { pagination: { next_page_token: expect.any(String), total_count: 6 } }],
  [
    'shells',
    /^\?page=2$/,
    { links: { first: expect.stringMatching(/page=1$/), last: expect.stringMatching(/page=3$/) } },
  ],
  ['pearls', /^\?page=1$/, { page: { size: 2, totalElements: 6, totalPages: 3, number: 1 } }],
  ['sands', /^\?\$skip=2$/, { '@odata.count': 6, '@odata.nextLink': expect.stringMatching(/skip=4$/) }],
  ['reefs', /^\?cursor=\w+$/, [{}, {}]],
  ['gulls', /^\?starting_after=\S+$/, { has_more: true }],
  ['crabs', /^\?after=\S+$/, { has_more: true, first_id: expect.any(String), last_id: expect.any(String) }],
  ['clams', /^\?page=2$/, { page: 2, per_page: 2, total_pages: 3 }],
  ['tides', /^\?page=2$/, { meta: { current_page: 2, last_page: 3, per_page: 2, total: 6 } }],
  [
    'docks',
    /^\?page=1$/,
    { number: 1, numberOfElements: 2, totalPages: 3, totalElements: 6, first: false, last: false },
  ],
  ['buoys', /^\?page\[number\]=2$/, { meta: { page: { number: 2, totalPages: 3 } } }],
  ['masts', /^\?page\[number\]=2$/, { meta: { page: { number: 2, size: 2, total: 6 } } }],
  ['sails', /^\?page=2$/, { page: 2, hasMore: true, pageSize: 2 }],
  ['ropes', /^\?startIndex=3$/, { totalResults: 6, itemsPerPage: 2, startIndex: 3 }],
  ['knots', /^\?from=2$/, { total: 6 }],
  ['hulls', /^\?start=2$/, { response: { numFound: 6, start: 2 } }],
  ['decks', /^\?page\[offset\]=2$/, { meta: { total: 6 } }],
  ['oars', /^\?from=2$/, { total: 6, next: 4 }],
  ['nets', /^\?after=\w+$/, { pageInfo: { endCursor: expect.any(String), hasNextPage: true } }],
  ['eels', /^\?(?:limit=2&)?offset=2$/, { count: 6, next: expect.any(String), previous: expect.any(String) }],
  ['rays', /^\?page=2$/, { next_page: 3, prev_page: 1 }],
  ['rafts', /^\?page=1$/, { number: 1, totalPages: 3, last: false }],
];

describe('a list whose pages are recognized by the names of parameters and members', () => {
  test.each(habits)('is read to its end, over an emulator that says so, too: %s', async (resource, second, says) => {
    const { client, emulator, sent } = one!.open();
    const before = emulator.state[resource]!.list();
    for (let n = before.length; n < 6; n++) await client[resource]!['create']!({ body: { n } });
    sent.length = 0;
    const ids: string[] = [];
    for await (const { id } of client[resource]!['list']!()) ids.push(id);
    expect(ids).toEqual(emulator.state[resource]!.list().map(({ id }) => id));
    expect(sent.map(({ request }) => decodeURIComponent(new URL(request.url).search))).toEqual([
      '',
      expect.stringMatching(second),
      expect.any(String),
    ]);
    expect(await (await emulator.fetch(sent[1]!.request)).json()).toMatchObject(says);
  });

  test('is read backwards from an item on, the nearest item first', async () => {
    const { client, emulator } = one!.open();
    for (let n = 3; n < 6; n++) await client['gulls']!['create']!({ body: { n } });
    const all = emulator.state['gulls']!.list().map(({ id }) => id);
    const found: string[] = [];
    for await (const { id } of client['gulls']!['list']!({ ending_before: all[5] })) found.push(id);
    expect(found).toEqual(all.slice(0, 5).toReversed());
  });

  test('has one page where only its size can be chosen: as many as there can be, at most 200', async () => {
    const { client, sent } = one!.open();
    const list: Call = (params) => client['piers']!['list']!(params);
    for (let n = 0; n < 4; n++) await client['piers']!['create']!({ body: { n } });
    sent.length = 0;
    const ids: string[] = [];
    for await (const { id } of list()) ids.push(id);
    expect(ids.length).toBeGreaterThan(3);
    expect(await list({ limit: 1 })).toHaveLength(1);
    expect(await list()).toHaveLength(3);
    expect(sent.map(({ request }) => new URL(request.url).search)).toEqual(['?limit=200', '?limit=1', '']);
  });

  test('is a plain call where nothing leads on from a page', () => {
    const { client } = one!.open();
    const call = client['moons']!['list']!();
    expect([Symbol.asyncIterator, 'pages', 'toArray'].filter((name) => name in call)).toEqual([]);
  });
});
