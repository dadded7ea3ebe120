import { expect, test } from 'vitest';
import { toJsonResponses } from '../lower.js';
import { explainPaths } from './explain-paths.js';

const many = 600;

/** Paths `/pets/{petId}`, `/owner0/{ownerId}/pets`, `/pets/{petId}/do0` and so on; no operation on a pet declares its behaviour. */
function buildPaths(): object {
  const pet = { type: 'object', properties: { id: { type: 'string' } } };
  const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const list = { get: { responses: toJsonResponses({ type: 'array', items: pet }) } };
  const owners = Array.from({ length: many }, (_, index) => [
    [`/owner${index}/{ownerId}/pets`, { parameters: [parameter('ownerId')], ...list }],
    [`/owner${index}/{ownerId}/cats/{catId}`, { parameters: [parameter('ownerId'), parameter('catId')], put: {} }],
    [`/pets/{petId}/do${index}`, { parameters: [parameter('petId')], post: { responses: toJsonResponses({}) } }],
  ]);
  const one = { parameters: [parameter('petId')], get: { responses: toJsonResponses(pet) }, delete: {} };
  return { '/pets': list, '/pets/{petId}': one, ...Object.fromEntries(owners.flat()) };
}

test('thousands of collections of one name, and of operations on one row, are explained in seconds', async () => {
  const operations = await explainPaths(buildPaths());
  expect(operations.filter(({ does }) => does === 'lists pets')).toHaveLength(many + 1);
  const explained = operations.filter(({ path }) => path.startsWith('/pets/{petId}/do'));
  expect(explained).toHaveLength(many);
  expect(new Set(explained.map(({ why }) => why))).toEqual(
    new Set([expect.stringContaining('`x-action: { update: pets, by: petId }`')]),
  );
}, 60_000);
