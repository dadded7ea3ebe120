import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { checkTypes } from './check-types.js';

// The compiler reads the whole runtime.
vi.setConfig({ testTimeout: 60_000 });

const spec = readFileSync(fileURLToPath(new URL('../../cases/positive-errors/spec.yaml', import.meta.url)), 'utf8');

const same = `
openapi: 3.1.0
info: { title: Films, version: '1' }
servers: [{ url: 'https://films.test' }]
paths:
  /films:
    get:
      operationId: films.list
      responses:
        '200': { description: Films., content: { application/json: { schema: { type: string } } } }
        default: &error { description: An error., content: { application/json: { schema: { type: object, required: [code], properties: { code: { type: integer } } } } } }
    delete: { operationId: films.delete, responses: { '204': { description: Gone. }, default: *error } }
`;

test('a documented status narrows the body of an error, without a cast', async () => {
  const { errors } = await checkTypes(
    'errors',
    spec,
    `
import { createErrors, isErrorOf, type ErrorBodies, type Missing, type PetsCreateErrors, type Problem } from './index.js';
const client = createErrors();
const result = await client.pets.get({ id: 1 }).result();
if (!result.ok && isErrorOf(result.error, 'pets.get', 404)) {
  result.error.body satisfies Missing;
  result.error.body.missing satisfies string;
  result.error.status satisfies 404;
}
try {
  await client.pets.create({ body: { name: 'a' } });
} catch (error) {
  if (isErrorOf(error, 'pets.get', 500)) { error.body.title satisfies string; }
  if (isErrorOf(error, 'pets.create', 409)) { error.body.existing satisfies number; }
  if (isErrorOf(error, 'pets.create', 422)) { error.body satisfies Problem; }
  if (isErrorOf(error, 'pets.create', 503)) { error.body satisfies string; }
  if (isErrorOf(error, 'pets.create', 409, 503)) {
    if (error.status === 409) error.body.existing satisfies number;
    else error.body satisfies string;
  }
  if (isErrorOf(error, 'pets.create', '4XX')) {
    error.status satisfies number;
    if ('title' in error.body) error.body.title satisfies string;
    else error.body.existing satisfies number;
    // @ts-expect-error -- 409 has another body
    error.body.title;
  }
  // @ts-expect-error -- nothing documents its body
  if (isErrorOf(error, 'pets.create', 500)) error.body.title;
  // @ts-expect-error -- no error of that operation is documented
  isErrorOf(error, 'pets.list', 404);
}
({}) as PetsCreateErrors satisfies ErrorBodies['pets.create'];
`,
  );
  expect(errors).toEqual([]);
});

test('errors that are the same for all operations have one type', async () => {
  const { errors } = await checkTypes(
    'films',
    same,
    `
import { isErrorOf, type ErrorBodies } from './index.js';
export function codeOf(error: unknown): number | undefined {
  return isErrorOf(error, 'films.list', 400) ? error.body.code : undefined;
}
({}) as ErrorBodies satisfies { readonly [operation: string]: { readonly default: { readonly code: number } } };
`,
  );
  expect(errors).toEqual([]);
});
