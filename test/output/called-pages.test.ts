import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type CalledCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => PromiseLike<unknown> & AsyncIterable<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-numbered-pages');
});

afterAll(() => one?.remove());

async function all(list: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return items;
}

function queries({ sent }: CalledCase<Client>): readonly string[] {
  return sent.map(({ request }) => decodeURIComponent(new URL(request.url).search));
}

test('a list of which the emulator knows but a sample is that sample', async () => {
  const called = one!.open();
  expect(await all(called.client['shelves']!['list']!())).toEqual(
    Reflect.get(Object(await called.client['shelves']!['list']!()), 'entries'),
  );
  expect(queries(called).every((query) => ['', '?sheet=1'].includes(query))).toBe(true);
});

test.each([
  ['loans', 'since_id', /^\d+$/],
  ['visits', 'before', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
])('tokens are what their schema says: those of %s', async (resource, parameter, form) => {
  const paged = await importCase<Client>('positive-paging');
  const called = paged.open();
  const ids = Array.from({ length: 7 }, (_, index) => `id${index}`);
  for (const id of ids) called.emulator.state[resource]!.insert({ id });
  const found = await all(called.client[resource]!['list']!({ count: 3 }));
  expect(found).toEqual(called.emulator.state[resource]!.list());
  const tokens = called.sent.map(({ request }) => new URL(request.url).searchParams.get(parameter));
  expect(tokens).toEqual([null, ...tokens.slice(1).map(() => expect.stringMatching(form))]);
  expect(tokens).toHaveLength(Math.ceil(found.length / 3));
  paged.remove();
});

describe('a list whose pages are recognized by the names of parameters and members', () => {
  let habits: ImportedCase<Client> | undefined;

  beforeAll(async () => {
    habits = await importCase<Client>('positive-paging-habits');
  });

  afterAll(() => habits?.remove());

  test('is read backwards from an item on, the nearest item first', async () => {
    const { client, emulator } = habits!.open();
    for (let n = 3; n < 6; n++) await client['gulls']!['create']!({ body: { n } });
    const rows = emulator.state['gulls']!.list();
    const found = await all(client['gulls']!['list']!({ ending_before: rows[5]?.['id'] }));
    expect(found).toEqual(rows.slice(0, 5).toReversed());
  });

  test('is one page for whoever awaits it, where only its size can be chosen', async () => {
    const { client, sent } = habits!.open();
    expect(await client['piers']!['list']!({ limit: 1 })).toHaveLength(1);
    expect(await client['piers']!['list']!()).toHaveLength(3);
    expect(sent.map(({ request }) => new URL(request.url).search)).toEqual(['?limit=1', '']);
  });

  test('is a plain call where nothing leads on from a page', () => {
    const call = habits!.open().client['moons']!['list']!();
    expect([Symbol.asyncIterator, 'pages', 'toArray'].filter((name) => name in call)).toEqual([]);
  });
});
