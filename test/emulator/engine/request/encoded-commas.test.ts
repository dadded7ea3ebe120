import { expect, test } from 'vitest';
import { startEmulator } from '@speccast/emulator';
import type { EmulatorPlan } from '@speccast/emulator';
import type { Validator, Issue } from '@speccast/runtime/validators';
import { operation, planned, shelfPlan } from '../shelf.js';

const kinds = ['novel', 'poem'];

function check(value: unknown): readonly Issue[] {
  const listed: readonly unknown[] = Object(value).kind ?? [];
  return listed.flatMap((item, index) =>
    kinds.includes(String(item))
      ? []
      : [{ message: 'must be a kind', path: ['kind', index], keyword: 'enum', schema: '#/kind/items/enum' }],
  );
}

// The emulator asks no more of a validator of parameters than `check`.
const validator = { check } as unknown as Validator<unknown>;

const listed = operation('books.list', {
  parameters: [{ name: 'kind', in: 'query', explode: false, type: 'array' }],
});

const plan: EmulatorPlan = {
  ...shelfPlan,
  operations: [
    { ...planned(listed, { action: { list: 'books', items: 'items' } }), parameters: validator },
    ...shelfPlan.operations.slice(1),
  ],
};

test.each([
  ['novel,poem', 200],
  ['novel%2Cpoem', 200],
  ['poem%2cnovel,novel', 200],
  ['novel%2Cplay', 400],
  ['play', 400],
  ['novel%2C', 400],
])('a list of texts that an enum names may come with encoded commas: %s', async (kind, status) => {
  const { baseUrl, fetch } = startEmulator(plan);
  expect((await fetch(`${baseUrl}/books?key=k&kind=${kind}`)).status).toBe(status);
});
