import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

interface Client {
  readonly things: { readonly get: () => PromiseLike<unknown> };
}

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-kept-unions');
});

afterAll(() => one?.remove());

const text = '2026-03-01T10:00:00.000Z';
const date = new Date(text);

describe('a union that stays as it is on the wire', () => {
  test('has the names and values of its types, as has what is said beside it', async () => {
    const both = { made_at: text, made_by: 'x' };
    const wire = {
      beside_it: { ...both, seen_at: text },
      all_of_it: { ...both, item_id: 'i' },
      base_alone: { made_at: text, item_id: 'i' },
      set_apart: { ...both, seen_at: text },
      called_so: { ...both, made_on: text },
    };
    const fetch = async (): Promise<Response> => Response.json(wire);
    expect(await one!.open({ fetch }).client.things.get()).toEqual({
      besideIt: wire.beside_it,
      allOfIt: wire.all_of_it,
      baseAlone: { madeAt: date, itemId: 'i' },
      setApart: { ...both, seenAt: date },
      calledSo: wire.called_so,
    });
  });
});
