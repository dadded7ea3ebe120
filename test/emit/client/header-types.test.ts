import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { checkTypes } from './check-types.js';

// The compiler reads the whole runtime.
vi.setConfig({ testTimeout: 60_000 });

const spec = readFileSync(fileURLToPath(new URL('../../cases/positive-headers/spec.yaml', import.meta.url)), 'utf8');

test('the headers of a response have the types of the spec, and calls have the same promises as without headers', async () => {
  const { errors } = await checkTypes(
    'pets',
    spec,
    `
import { createPets, type ApiPromise, type Facts, type Pet, type PetsListHeaders } from './index.js';
const client = createPets();
const call = client.pets.list();
const { data, headers, response } = await call.withResponse();
headers['X-Total-Count'] satisfies number;
headers['X-Ids'] satisfies readonly number[] | undefined;
headers['X-Facts'] satisfies Facts | undefined;
headers satisfies PetsListHeaders;
response.headers.get('x-other') satisfies string | null;
// @ts-expect-error -- not declared
headers['X-Other'];
data satisfies readonly Pet[];
for await (const pet of call) pet.name satisfies string;
const result = await call.result();
if (result.ok) { result.headers['X-Stale'] satisfies boolean | undefined; result.data satisfies readonly Pet[]; }
else { result.error.message satisfies string; }
client.pets.delete({ id: 1 }) satisfies ApiPromise<void>;
const plain = await client.pets.get({ id: 1 }).withResponse();
// @ts-expect-error -- nothing but text is declared
plain.headers;
`,
  );
  expect(errors).toEqual([]);
});
