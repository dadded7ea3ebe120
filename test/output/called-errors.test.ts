import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiPromise } from '@speccast/runtime';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type Call = (params?: object) => ApiPromise<unknown> & AsyncIterable<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Call>>>>;
type IsErrorOf = (error: unknown, operation: string, ...statuses: readonly (number | string)[]) => boolean;

const names = ['positive-errors', 'positive-headers'] as const;
const all = new Map<string, ImportedCase<Client>>();

beforeAll(async () => {
  for (const name of names) all.set(name, await importCase<Client>(name));
});

afterAll(() => all.forEach((one) => one.remove()));

/** Opens a client of a service that responds to every call with the same response. */
function openClient(name: (typeof names)[number], body: string | null, init: ResponseInit): Client {
  return all.get(name)!.open({ fetch: async () => new Response(body, init), retry: false }).client;
}

describe('isErrorOf', () => {
  const isError: IsErrorOf = (...given) =>
    // as: the package exports it, which the compiler cannot know before it is generated.
    (all.get('positive-errors')!.exports['isErrorOf'] as IsErrorOf)(...given);
  const json = { 'content-type': 'application/json' };

  test('recognizes the errors of an operation by a status, a range, or one of several', async () => {
    const { client } = all.get('positive-errors')!.open();
    const error = await client['pets']!['get']!({ id: 99 }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: 404, body: { missing: expect.any(String) } });
    expect(
      [[404], [500, 404], ['4XX'], [500], ['5XX']].map((statuses) => isError(error, 'pets.get', ...statuses)),
    ).toEqual([true, true, true, false, false]);
    expect(isError(error, 'pets.create', 404)).toBe(false);
    expect(isError(new Error('other'), 'pets.get', 404)).toBe(false);
  });

  test.each(
    readRows(import.meta.url).rows<{
      readonly given: string;
      readonly body: string | null;
      readonly type: string;
      readonly is: boolean;
    }>('errors of an operation'),
  )('$given is an error of the operation: $is', async ({ body, type, is }) => {
    const client = openClient('positive-errors', body, { status: 503, headers: { ...json, 'content-type': type } });
    const error = await client['pets']!['create']!({ body: { name: 'a' } }).catch((cause: unknown) => cause);
    expect(isError(error, 'pets.create', 503)).toBe(is);
  });
});
