import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** A client and emulator with so many more things in a list than it starts with; nothing counts as sent yet. */
async function filled(resource: string, more: number): Promise<CalledCase<Client>> {
  const called = one!.open();
  for (let index = 0; index < more; index++) await called.client[resource]!['create']!({ body: { name: `${index}` } });
  called.sent.length = 0;
  return called;
}

test('a list by the number of its pages is read to the end that its total tells', async () => {
  const called = await filled('pets', 1);
  expect(await all(called.client['pets']!['list']!({ per_page: 2 }))).toHaveLength(4);
  expect(queries(called)).toEqual(['?per_page=2', '?page=2&per_page=2']);
  called.sent.length = 0;
  expect(await all(called.client['pets']!['list']!())).toHaveLength(4);
  expect(queries(called)).toEqual(['?per_page=4']);
  called.sent.length = 0;
  expect(await all(called.client['pets']!['list']!({ per_page: 3, page: 2 }))).toHaveLength(1);
  expect(queries(called)).toEqual(['?page=2&per_page=3', '?page=3&per_page=3']);
});

test('a list by offsets, which begin at 1, is read to a page that is not full', async () => {
  const called = await filled('toys', 2);
  const toys = await all(called.client['toys']!['list']!({ limit: 2 }));
  expect(toys).toHaveLength(5);
  expect(new Set(toys.map((toy) => JSON.stringify(toy))).size).toBe(5);
  expect(queries(called)).toEqual(['?limit=2', '?startIndex=3&limit=2', '?startIndex=5&limit=2']);
});

test('a list of which the emulator knows but a sample is that sample', async () => {
  const called = one!.open();
  expect(await all(called.client['shelves']!['list']!())).toEqual(
    Reflect.get(Object(await called.client['shelves']!['list']!()), 'entries'),
  );
  expect(queries(called).every((query) => ['', '?sheet=1'].includes(query))).toBe(true);
});

test('a list that does not page, by the spec, is one page', async () => {
  const called = one!.open();
  await all(called.client['floors']!['list']!({ limit: 1 }));
  expect(queries(called)).toEqual(['?limit=1']);
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
