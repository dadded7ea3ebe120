import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiPromise } from '@speccast/runtime';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => ApiPromise<unknown> & AsyncIterable<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-responses');
});

afterAll(() => one?.remove());

describe('a response', () => {
  test.each([
    { accept: undefined, type: 'application/hal+json', body: /^\{"name":/ },
    { accept: 'text/csv', type: 'text/csv', body: /^<root\/>$|^name\nAda\n$|^sample$/ },
    { accept: 'application/*;q=0.5, text/*', type: 'text/csv', body: /./ },
    { accept: 'application/xml', type: 'application/xml', body: /^<\?xml [^]+<Pet>.*<name>/ },
    { accept: 'image/png', type: 'application/hal+json', body: /./ },
  ])('is of the declared media type that fits $accept best', async ({ accept, type, body }) => {
    const { emulator } = one!.open();
    const headers = accept === undefined ? {} : { accept };
    const answer = await emulator.fetch(`${emulator.baseUrl}/formats`, { headers });
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await answer.text()).toMatch(body);
  });

  test('in text or bytes is one that the spec allows', async () => {
    const { client } = one!.open();
    expect(await client['texts']!['get']!()).toMatch(/^(yes|no)$/);
    const picture = (await client['pictures']!['get']!()) as Uint8Array; // a download, by the spec
    expect([...picture.subarray(1, 4)]).toEqual([80, 78, 71]);
  });
});

describe('an error', () => {
  test('has the status and the media type that are declared', async () => {
    const { emulator } = one!.open();
    const answer = await emulator.fetch(`${emulator.baseUrl}/pets`, {
      method: 'POST',
      body: '{"name":""}',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/problem+json']);
    expect(await answer.json()).toEqual({ title: 'name must have at least 1 character', status: 422 });
  });

  test('of a status that only `default` covers has its body', async () => {
    const outcome = await one!.open().client['pets']!['get']!({ id: 99 }).result();
    expect(outcome).toMatchObject({
      ok: false,
      error: { status: 404, body: { title: 'There is no such entry in pets: 99.', status: 404 } },
    });
  });
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

test('HEAD answers with headers alone', async () => {
  const { client } = one!.open();
  expect(await client['pets']!['exists']!({ id: 1 })).toBe(undefined);
});
