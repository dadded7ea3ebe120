import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

type Call = (params?: object) => Promise<unknown>;
type Client = Readonly<Record<'vehicles', Readonly<Record<'create' | 'get' | 'list', Call>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-families');
});

afterAll(() => one?.remove());

test('children of a schema are found in the emulator with their properties, and are what it samples', async () => {
  const { vehicles } = one!.open({ validate: {} }).client;
  const bus = { kind: 'bus', wheels: 4, seats: 40 };
  const made = (await vehicles.create({ body: bus })) as { readonly id: string };
  expect(await vehicles.get({ id: made.id })).toMatchObject(bus);
  const kinds = ((await vehicles.list()) as readonly { readonly kind: string }[]).map(({ kind }) => kind);
  expect(kinds.filter((kind) => !['car', 'auto', 'bus', 'sloop', 'Cart'].includes(kind))).toEqual([]);
});
