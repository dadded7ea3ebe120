import { expect, test } from 'vitest';
import { explainBehaviour } from '../../../generator/api/resources/explain-behaviour.js';
import { readApi } from '../../../generator/api/read-api.js';
import { Diagnostics } from '../../../generator/diagnostics.js';
import type { JsonObject } from 'speccast/emitter';
import { answering, sending } from '../lower.js';

const pet: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const ref = { $ref: '#/components/schemas/Pet' };
const none = { 204: { description: 'Done.' } };
const petId = [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }];

/** What operations do and why, by method and path. */
function explained(paths: JsonObject, Pet: JsonObject = {}): unknown {
  const schemas = { Pet: { ...pet, ...Pet } };
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths,
    components: { schemas },
  });
  const read = readApi({ spec: { file: 'pets.json', text } }, { diagnostics: new Diagnostics() });
  if (read === undefined) throw new Error('the spec has mistakes');
  const all = explainBehaviour(read.api, read.document);
  return all.map(({ method, path, does, why }) => [`${method} ${path}`, does, why]);
}

test('what the paths and responses suggest, in the order of the spec', () => {
  const paths = {
    '/pets/{petId}': {
      parameters: petId,
      get: { responses: answering(ref) },
      put: { requestBody: sending(ref), responses: answering(ref) },
      patch: { requestBody: sending(ref), responses: none },
      delete: { responses: none },
    },
    '/pets': {
      get: { responses: answering({ type: 'array', items: ref }) },
      post: { requestBody: sending(ref), responses: answering(ref) },
      delete: { responses: none },
    },
    '/settings': {
      get: { responses: answering(ref) },
      put: { requestBody: sending(ref), responses: answering(ref) },
    },
  };
  expect(explained(paths)).toEqual([
    ['GET /pets/{petId}', 'reads a row of pets', 'its path ends in {petId}'],
    ['PUT /pets/{petId}', 'replaces a row of pets', 'its path ends in {petId}'],
    ['PATCH /pets/{petId}', 'changes a row of pets', 'its path ends in {petId}'],
    ['DELETE /pets/{petId}', 'deletes a row of pets', 'it names one by `petId`'],
    ['GET /pets', 'lists pets', 'it responds with a list'],
    ['POST /pets', 'stores a row in pets (key: id)', 'there are operations on one of what it makes'],
    ['DELETE /pets', 'deletes all rows of pets', 'it names none, so that it removes all'],
    ['GET /settings', 'reads the row of settings', 'there is one of it, and operations change it'],
    [
      'PUT /settings',
      'replaces the row of settings, or stores it if there is none',
      'there is one of it, and operations change it',
    ],
  ]);
});

test('a correction of what a table does that is inferred declares the table, too', () => {
  const paths = {
    '/pets': { get: { responses: answering({ type: 'array', items: ref }) } },
    '/pets/{petId}': { parameters: petId, get: { responses: answering(ref) } },
    '/pets/{petId}/sell': { parameters: petId, post: { responses: none } },
  };
  expect(explained(paths)).toContainEqual([
    'POST /pets/{petId}/sell',
    'responds with a sample and stores nothing',
    'nothing says what it changes; `x-action: { update: pets, by: petId }` and `x-resource: { table: pets, key: id }` on its schema in an overlay would say it',
  ]);
});

test('what is declared, what is not registered, and what nothing is said of', () => {
  const paths = {
    '/pets': { post: { 'x-action': { insert: 'pets' }, requestBody: sending(ref), responses: answering(ref) } },
    '/pets/{petId}': {
      parameters: petId,
      get: { 'x-action': { get: 'pets', by: 'petId' }, responses: answering(ref) },
      delete: { 'x-action': 'unsupported', responses: none },
    },
    '/pets/{petId}/brush': { parameters: petId, post: { 'x-action': { perform: 'brush' }, responses: none } },
    '/pets/{petId}/mood': { parameters: petId, get: { responses: answering({ type: 'string' }) } },
    '/pets/{petId}/cage': { parameters: petId, delete: { responses: none } },
    '/ping': { post: { responses: none } },
  };
  const sample = 'responds with a sample and stores nothing';
  expect(explained(paths, { 'x-resource': { table: 'pets', key: 'name' } })).toEqual([
    ['POST /pets', 'stores a row in pets (key: name)', '`x-action` says so'],
    ['GET /pets/{petId}', 'reads a row of pets', '`x-action` says so'],
    ['DELETE /pets/{petId}', 'rejects each call with the status 405', '`x-action` says so'],
    ['POST /pets/{petId}/brush', sample, 'there is no capability `brush`, which `x-action` names'],
    [
      'GET /pets/{petId}/mood',
      sample,
      'nothing says what it reads; `x-action: { get: pets, by: petId }` in an overlay would say it',
    ],
    [
      'DELETE /pets/{petId}/cage',
      sample,
      'nothing says what it changes; `x-action: { delete: pets, by: petId }` in an overlay would say it',
    ],
    ['POST /ping', sample, 'nothing says what it changes; `x-resource` and `x-action` in an overlay would say it'],
  ]);
});
