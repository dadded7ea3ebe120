import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKey } from '@speccast/runtime';
import type { Issue } from '@speccast/runtime/validators';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => Promise<unknown>;
type Client = Readonly<Record<'things' | 'others', Readonly<Record<string, Call>>>>;

/** A document with a fault of each kind that is repaired: types, validators and the emulator agree on what was made of them. */
let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-repaired');
});

afterAll(() => one?.remove());

const thing = { id: 'a', named: 'b' };

describe('what a repaired schema takes', () => {
  test.each<{ readonly property: string; readonly takes: readonly unknown[]; readonly rejects?: readonly unknown[] }>([
    { property: 'id', takes: ['a'], rejects: [undefined, 1] },
    { property: 'exclusive', takes: [1, 9], rejects: [0, 10] },
    { property: 'number', takes: [12], rejects: [12.5] },
    { property: 'named', takes: [''], rejects: [undefined] },
    { property: 'unnamed', takes: [undefined, 'a'], rejects: [1] },
    { property: 'unknownType', takes: [1, 'a', null, {}] },
    { property: 'shouted', takes: ['a'], rejects: [1] },
    { property: 'nullable', takes: ['a', null], rejects: [1] },
    { property: 'pattern', takes: ['anything'], rejects: [1] },
    { property: 'digits', takes: ['177'], rejects: ['1'] },
    { property: 'ruby', takes: ['abc'], rejects: ['', 'a1', 'Abcz'] },
    { property: 'literal', takes: ['abc'], rejects: ['/abc/', 'a1'] },
    { property: 'flags', takes: ['abc', 'ABC'], rejects: [1, '1'] },
    { property: 'java', takes: ['abc', '1'], rejects: [1] },
    { property: 'file', takes: ['bytes'], rejects: [1] },
    { property: 'tuple', takes: [[], ['a'], ['a', 1]], rejects: [[1], ['a', 1, 2]] },
    { property: 'tag', takes: [{ kind: 'first' }], rejects: [{ kind: 'third' }] },
    { property: 'choice', takes: ['only'], rejects: ['other'] },
    { property: 'missing', takes: [1, 'a', null] },
    { property: 'elsewhere', takes: [1, 'a', null] },
    { property: 'response', takes: [{ name: 'a' }], rejects: [{ name: 1 }, 1] },
    { property: 'empty', takes: [1, 'a', null] },
    { property: 'alternatives', takes: [1, 'a', null] },
    { property: 'forbidden', takes: [1, 'a', null] },
    { property: 'condition', takes: [1, 'a', null] },
    { property: 'list', takes: [[1, 'a', null]], rejects: [{}] },
    { property: 'map', takes: [{ a: 1 }], rejects: [1] },
    { property: 'slow', takes: [{ aaaaab: 1 }], rejects: [1] },
    { property: 'recursive', takes: [1, 'a', null] },
    { property: 'union', takes: [{ kind: 'first' }, { kind: 'second', size: 0.1 }], rejects: [{ kind: 'third' }] },
    { property: 'misspelt', takes: ['a'], rejects: [1] },
    { property: 'older', takes: ['a', null], rejects: [1] },
    { property: 'olderReference', takes: [{ kind: 'first' }, null], rejects: [1] },
    { property: 'twice', takes: [2], rejects: [1] },
  ])('$property', ({ property, takes, rejects = [] }) => {
    const { Thing } = one!.validators;
    const issuesOf = (value: unknown): readonly Issue[] => {
      const whole = { ...thing, [property]: value };
      if (value === undefined) Reflect.deleteProperty(whole, property);
      const issues = Thing!.check(whole);
      expect(Thing!.is(whole)).toBe(issues.length === 0);
      return issues;
    };
    for (const value of takes) expect(issuesOf(value)).toEqual([]);
    for (const value of rejects) expect(issuesOf(value)).not.toEqual([]);
  });
});

describe('operations of a repaired document', () => {
  test.each<{ readonly name: string; readonly call: (client: Client) => Promise<unknown>; readonly want: string }>([
    {
      name: 'a version and parameters',
      call: ({ things }) => things['list']!({ limit: 1, order: 'up', both: true, styled: 'a' }),
      want: 'GET /v1/things?limit=1&order=up&both=true&styled=a&key=k',
    },
    {
      name: 'an operation by reference',
      call: ({ things }) => things['insert']!({ body: thing }),
      want: 'POST /v1/things?key=k',
    },
    {
      name: 'bodies of any JSON, with the key of the root where an undeclared scheme is required',
      call: ({ things }) => things['replace']!({ body: [1] }),
      want: 'PUT /v1/things?key=k',
    },
    {
      name: 'an undeclared variable',
      call: ({ things }) => things['get']!({ thingId: 'a b' }),
      want: 'GET /v1/things/a%20b?key=k',
    },
    {
      name: 'a misspelt variable',
      call: ({ things }) => things['getPart']!({ thingId: 1, partId: 2 }),
      want: 'GET /v1/things/1/parts/2?key=k',
    },
    { name: 'a path without its slash', call: ({ others }) => others['list']!(), want: 'GET /v1/others?key=k' },
  ])('$name', async ({ call, want }) => {
    const { client, sent } = one!.open({ auth: apiKey('k') });
    // Whatever the emulator responds, the client's validators take it, and so does the check of the emulator itself.
    await call(client).catch((error: unknown) => expect([401, 404]).toContain(Reflect.get(Object(error), 'status')));
    const { method, url } = sent[0]!.request;
    expect(`${method} ${url.replace('https://positive-repaired.test', '')}`).toBe(want);
  });

  test('what cannot be called is not there', () => {
    const { client } = one!.open();
    expect(Object.keys(client)).not.toContain('broken');
  });
});
