import { expect, test } from 'vitest';
import { answering } from '../lower.js';
import { explainPaths } from './explain-paths.js';

const many = 600;

/** `/pets/{petId}`, `/owner0/{ownerId}/pets` and so on, and operations on a pet that nothing says anything of. */
function manyPaths(): object {
  const pet = { type: 'object', properties: { id: { type: 'string' } } };
  const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const list = { get: { responses: answering({ type: 'array', items: pet }) } };
  const owners = Array.from({ length: many }, (_, index) => [
    [`/owner${index}/{ownerId}/pets`, { parameters: [parameter('ownerId')], ...list }],
    [`/owner${index}/{ownerId}/cats/{catId}`, { parameters: [parameter('ownerId'), parameter('catId')], put: {} }],
    [`/pets/{petId}/do${index}`, { parameters: [parameter('petId')], post: { responses: answering({}) } }],
  ]);
  const one = { parameters: [parameter('petId')], get: { responses: answering(pet) }, delete: {} };
  return { '/pets': list, '/pets/{petId}': one, ...Object.fromEntries(owners.flat()) };
}

test('thousands of collections of one name, and of operations on one thing, take seconds and not hours', async () => {
  const operations = await explainPaths(manyPaths());
  expect(operations.filter(({ does }) => does === 'lists pets')).toHaveLength(many + 1);
  const explained = operations.filter(({ path }) => path.startsWith('/pets/{petId}/do'));
  expect(explained).toHaveLength(many);
  expect(new Set(explained.map(({ why }) => why))).toEqual(
    new Set([expect.stringContaining('`x-action: { update: pets, by: petId }`')]),
  );
}, 60_000);
