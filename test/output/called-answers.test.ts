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

/** A client of a service that answers the same to all calls. */
function answered(name: (typeof names)[number], body: string | null, init: ResponseInit): Client {
  return all.get(name)!.open({ fetch: async () => new Response(body, init), retry: false }).client;
}

describe('isErrorOf', () => {
  const isErrorOf: IsErrorOf = (...given) =>
    // What the package exports, which is generated.
    (all.get('positive-errors')!.exports['isErrorOf'] as IsErrorOf)(...given);
  const json = { 'content-type': 'application/json' };

  test('knows the errors of an operation by their status, its range, or one of several', async () => {
    const { client } = all.get('positive-errors')!.open();
    const error = await client['pets']!['get']!({ id: 99 }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: 404, body: { missing: expect.any(String) } });
    expect(
      [[404], [500, 404], ['4XX'], [500], ['5XX']].map((wanted) => isErrorOf(error, 'pets.get', ...wanted)),
    ).toEqual([true, true, true, false, false]);
    expect(isErrorOf(error, 'pets.create', 404)).toBe(false);
    expect(isErrorOf(new Error('other'), 'pets.get', 404)).toBe(false);
  });

  test.each(
    readRows(import.meta.url).rows<{
      readonly what: string;
      readonly body: string | null;
      readonly type: string;
      readonly is: boolean;
    }>('takes for what it is'),
  )('takes $what for what it is', async ({ body, type, is }) => {
    const client = answered('positive-errors', body, { status: 503, headers: { ...json, 'content-type': type } });
    const error = await client['pets']!['create']!({ body: { name: 'a' } }).catch((cause: unknown) => cause);
    expect(isErrorOf(error, 'pets.create', 503)).toBe(is);
  });
});
