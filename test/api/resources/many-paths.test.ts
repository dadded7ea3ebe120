import { expect, test } from 'vitest';
import { explainBehaviour } from '../../../generator/api/resources/explain-behaviour.js';
import { findResources } from '../../../generator/api/resources/find-resources.js';
import { readApi, answering } from '../lower.js';
import { Diagnostics } from '../../spec/read-text.js';

const many = 1200;

/** `/pets/{petId}`, `/owner0/{ownerId}/pets` and so on, and operations on a pet that nothing says anything of. */
function readMany(): NonNullable<ReturnType<typeof readApi>> {
  const pet = { type: 'object', properties: { id: { type: 'string' } } };
  const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const list = { get: { responses: answering({ type: 'array', items: pet }) } };
  const owners = Array.from({ length: many }, (_, index) => [
    [`/owner${index}/{ownerId}/pets`, { parameters: [parameter('ownerId')], ...list }],
    [`/owner${index}/{ownerId}/cats/{catId}`, { parameters: [parameter('ownerId'), parameter('catId')], put: {} }],
    [`/pets/{petId}/do${index}`, { parameters: [parameter('petId')], post: { responses: answering({}) } }],
  ]);
  const one = { parameters: [parameter('petId')], get: { responses: answering(pet) }, delete: {} };
  const paths = { '/pets': list, '/pets/{petId}': one, ...Object.fromEntries(owners.flat()) };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths });
  const read = readApi({ spec: { file: 'pets.json', text } }, { diagnostics: new Diagnostics() });
  if (read === undefined) throw new Error('the spec has mistakes');
  return read;
}

test('thousands of collections of one name, and of operations on one thing, take seconds and not hours', () => {
  const { api, document } = readMany();
  const { behaviours } = findResources(api);
  const listing = [...behaviours.values()].filter(({ action }) => JSON.stringify(action) === '{"list":"pets"}');
  expect(listing).toHaveLength(many + 1);
  const explained = explainBehaviour(api, document).filter(({ path }) => path.startsWith('/pets/{petId}/do'));
  expect(explained).toHaveLength(many);
  expect(new Set(explained.map(({ why }) => why))).toEqual(
    new Set([expect.stringContaining('`x-action: { update: pets, by: petId }`')]),
  );
}, 60_000);
