import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type Call = (params?: object) => Promise<unknown>;
type Client = Readonly<Record<'pets' | 'events', Readonly<Record<'insert' | 'list', Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-discriminators');
});

afterAll(() => one?.remove());

describe('members of a union whose tag only the mapping states', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, object, boolean]>('is valid'))(
    '%s: %j is valid: %s',
    (name, value, want) => {
      const validator = one!.validators[name]!;
      expect(validator.is(value)).toBe(want);
      expect(validator.check(value).length === 0).toBe(want);
    },
  );

  test('are what the emulator takes and responds with', async () => {
    const { client } = one!.open();
    // The validators of the client reject any other response.
    expect(await client.pets.insert({ body: { kind: 'kitty', lives: 9 } })).toHaveProperty('kind');
    expect(await client.events.list()).toBeInstanceOf(Array);
  });

  test('are rejected before they are sent, where the emulator rejects them', async () => {
    const validated = one!.open();
    const bird = { body: { kind: 'bird' } };
    await expect(validated.client.pets.insert(bird)).rejects.toMatchObject({
      side: 'request',
      issues: [{ path: ['body', 'kind'], message: 'must be one of "cat", "kitty", "Dog"' }],
    });
    expect(validated.sent).toEqual([]);
    await expect(one!.open({ validate: {} }).client.pets.insert(bird)).rejects.toMatchObject({ status: 400 });
  });
});

interface Values {
  readonly valid?: readonly unknown[];
  readonly invalid?: readonly unknown[];
}

// The file has this form.
const families = parse(readFileSync(new URL('families.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Values>
>;

describe('schemas whose children name them in `allOf`', () => {
  type Vehicles = Readonly<Record<'vehicles' | 'jobs' | 'shelves', Readonly<Record<'create' | 'get' | 'list', Call>>>>;
  let parents: ImportedCase<Vehicles> | undefined;

  beforeAll(async () => {
    parents = await importCase<Vehicles>('positive-families');
  });

  afterAll(() => parents?.remove());

  test.each(Object.entries(families))('%s takes the values of its tags', (name, { valid = [], invalid = [] }) => {
    const validator = parents!.validators[name]!;
    for (const [values, want] of [[valid, true] as const, [invalid, false] as const])
      for (const value of values) {
        expect([value, validator.is(value)]).toEqual([value, want]);
        expect([value, validator.check(value).length === 0]).toEqual([value, want]);
      }
  });

  test('are stored by the emulator with the properties of the child', async () => {
    const { client } = parents!.open({ validate: {} });
    const bus = { kind: 'bus', wheels: 4, seats: 40 };
    const made = (await client.vehicles.create({ body: bus })) as { readonly id: string };
    expect(await client.vehicles.get({ id: made.id })).toMatchObject(bus);
    await expect(client.vehicles.create({ body: { kind: 'bus', wheels: 4 } })).rejects.toMatchObject({ status: 400 });
    expect(await client.jobs.create({ body: { depth: 2 } })).toMatchObject({ depth: 2, type: 'dig' });
    const kinds = new Set(((await client.vehicles.list()) as { readonly kind: string }[]).map(({ kind }) => kind));
    expect([...kinds].filter((kind) => !['car', 'auto', 'bus', 'sloop', 'Cart'].includes(kind))).toEqual([]);
  });

  test('are read as the base where a response has a tag that no child has', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(Response.json({ id: 'v1', kind: 'tram' }));
    const { client } = parents!.open({ fetch, validate: { response: 'error' } });
    expect(await client.vehicles.get({ id: 'v1' })).toEqual({ id: 'v1', kind: 'tram' });
  });

  test.each(readRows(import.meta.url).rows<readonly [object, boolean]>('has a closed tag, in a response it passes'))(
    '%j has a closed tag, in a response it passes: %s',
    async (shelf, want) => {
      const fetch = (): Promise<Response> => Promise.resolve(Response.json(shelf, { status: 201 }));
      const { client } = parents!.open({ fetch, validate: { response: 'error' } });
      const passed = Promise.resolve(client.shelves.create({ body: {} })).then(
        () => true,
        () => false,
      );
      expect(await passed).toBe(want);
    },
  );
});
