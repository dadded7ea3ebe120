import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiPromise } from '@speccast/runtime';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => ApiPromise<unknown> & AsyncIterable<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-responses');
});

afterAll(() => one?.remove());

test('a response in bytes is one that the spec allows', async () => {
  const { client } = one!.open();
  const picture = (await client['pictures']!['get']!()) as Uint8Array; // a download, by the spec
  expect([...picture.subarray(1, 4)]).toEqual([80, 78, 71]);
});

test('pages that links lead to are one list', async () => {
  const { client, sent } = one!.open();
  for (const name of ['a', 'b']) await client['pets']!['create']!({ body: { name } });
  sent.length = 0;
  const pets: unknown[] = [];
  for await (const pet of client['pets']!['list']!({ per_page: 3 })) pets.push(pet);
  expect(pets).toHaveLength(5);
  expect(sent.map(({ request }) => new URL(request.url).search)).toEqual(['?per_page=3', '?per_page=3&page=2']);
});
