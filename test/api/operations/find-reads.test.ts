import { expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerOperation } from '../lower.js';

const found = { '200': { description: 'Found.', content: { 'application/json': { schema: { type: 'array' } } } } };

test.each<readonly [method: string, path: string, more: JsonObject, reads: boolean | 'perhaps' | undefined]>([
  ['post', '/jars/search', {}, true],
  ['post', '/jars/_search', {}, true],
  ['post', '/jars:search', {}, true],
  ['post', '/v1/jars/batch-get', {}, true],
  ['post', '/v1/jars:batchGet', {}, true],
  ['post', '/jars/Lookup/', {}, true],
  ['post', '/api/conversations.search', {}, true],
  ['post', '/shop/advanced-search', {}, true],
  ['post', '/jars/search', { responses: { '2XX': found['200'] } }, true],
  ['post', '/tariffs', { 'x-reads': true }, true],
  ['get', '/logout', { 'x-reads': false }, false],
  ['post', '/graphql', {}, 'perhaps'],
  ['post', '/jars:query', {}, 'perhaps'],
  ['post', '/jars/search', { 'x-reads': false }, false],
  // A search that creates a row, is only begun, or returns nothing.
  ['post', '/jars/search', { responses: { '201': found['200'] } }, undefined],
  ['post', '/jars/search', { responses: { ...found, '202': { description: 'Later.' } } }, undefined],
  ['post', '/jars/search', { responses: { '200': { description: 'Nothing.' } } }, undefined],
  ['post', '/saved-searches', {}, undefined],
  ['post', '/search/{search}', {}, undefined],
  ['post', '/searches', {}, undefined],
  ['post', '/research', {}, undefined],
  ['put', '/jars/search', {}, undefined],
  ['get', '/jars/search', {}, undefined],
])('%s %s %j', (method, path, more, reads) => {
  const parameters = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const operation = lowerOperation({ operationId: 'a.b', parameters, responses: found, ...more }, { method, path });
  expect(operation.reads).toBe(reads);
});
