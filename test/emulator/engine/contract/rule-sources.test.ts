import type { JsonObject } from '@speccast/runtime';
import { expect, test } from 'vitest';
import { RuleBook, rulesOf } from '../../../../templates/emulator/engine/contract/rule-book.js';
import { operation, planned, shelfPlan } from '../shelf.js';

const parameters = [
  { name: 'wide', in: 'query', required: true },
  { name: 'high', in: 'query', required: true },
  { name: 'deep', in: 'query', required: true },
] as const;

/** The sources of rules of a document, by the ids of the rules. */
function sourcesOf(document: JsonObject): ReadonlyMap<string, string | undefined> {
  const boxes = planned(operation('boxes.list', { path: '/boxes', parameters }), {});
  const rules = rulesOf(new RuleBook({ ...shelfPlan, operations: [...shelfPlan.operations, boxes], document }));
  return new Map(rules.map(({ id, source }) => [id, source]));
}

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shelf', version: '1', 'x-source': 'shelf.md:1' },
  paths: {
    '/books': {
      get: { 'x-source': ['shelf.md:3', 'shelf.md:4'], 'x-sources': { 'selectors/mine': 'shelf.md:7' } },
      post: { 'x-sources': { limit: 'shelf.md:8' } },
    },
    '/boxes': {
      parameters: [{ name: 'wide', in: 'query', 'x-source': 'shelf.md:12' }],
      get: {
        'x-source': 'shelf.md:11',
        parameters: [{ $ref: '#/components/parameters/High' }, { name: 'deep', in: 'query' }],
      },
    },
  },
  components: {
    schemas: { Book: { 'x-sources': { books: 'shelf.md:20', 'books#order': 'shelf.md:21' } } },
    parameters: { High: { name: 'high', in: 'query', 'x-source': 'public' } },
    securitySchemes: { key: { 'x-source': 'shelf.md:30' }, oauth: { 'x-source': 'shelf.md:31' } },
  },
};

test.each([
  ['books.list#selectors', 'shelf.md:3, shelf.md:4'],
  ['books.list#selectors/mine/token', 'shelf.md:7'],
  ['books.insert#limit/shelfFull', 'shelf.md:8'],
  ['books.insert#requires/shelfId', 'public'],
  ['books.get#target', 'public'],
  ['boxes.list#parameters/wide', 'shelf.md:12'],
  ['boxes.list#parameters/high', 'public'],
  ['boxes.list#parameters/deep', 'public'],
  ['boxes.list#auth', 'shelf.md:11'],
  ['books#order', 'shelf.md:21'],
  ['books#references/shelfId/owned', 'shelf.md:20'],
  ['*#paging/size', 'public'],
  ['*#auth/key', 'shelf.md:30'],
  ['*#auth/token', 'shelf.md:31'],
  ['*#route', 'shelf.md:1'],
])('%s is stated in %s', (rule, source) => {
  const sources = sourcesOf(document);
  expect(sources.has(rule)).toBe(true);
  expect(sources.get(rule)).toBe(source);
});

test('parameters without a source are where their operation is, if none of them is public', () => {
  const own = { 'x-source': 'shelf.md:11', parameters: [{ name: 'deep', in: 'query' }] };
  expect(sourcesOf({ paths: { '/boxes': { get: own } } }).get('boxes.list#parameters/deep')).toBe('shelf.md:11');
});

test('a document that names no sources of operations gives none', () => {
  const sources = sourcesOf({ info: { 'x-source': 'shelf.md:1' }, paths: { '/books': { get: {} } } });
  expect([...sources.values()].filter((one) => one !== undefined)).toEqual([]);
});
