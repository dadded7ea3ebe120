import type { EmulatorPlan } from '@speccast/emulator';
import { expect, test } from 'vitest';
import { annexPlan } from '../../shelf/open-annex.js';
import { openShelf, shelfPlan } from '../../shelf/open-shelf.js';

/** Returns the sources of all rules of a service, by the ids of the rules. */
function readRuleSources(document: EmulatorPlan['document'], plan: EmulatorPlan = annexPlan) {
  const { emulator } = openShelf({}, { ...plan, document: document ?? {} });
  return new Map(emulator.coverage.rules().map(({ id, source }) => [id, source]));
}

test.each([
  ['books.list#selectors', 'shelf.md:3, shelf.md:4'],
  ['books.list#selectors/mine/token', 'shelf.md:7'],
  ['books.insert#limit/shelfFull', 'shelf.md:8'],
  ['books.insert#requires/shelfId', 'public'],
  ['books.get#target', 'public'],
  ['strict.list#parameters/shelfId', 'shelf.md:12'],
  ['strict.list#parameters/part', 'public'],
  ['strict.list#auth', 'shelf.md:11'],
  ['books#order', 'shelf.md:21'],
  ['books#references/shelfId/owned', 'shelf.md:20'],
  ['*#paging/size', 'public'],
  ['*#auth/key', 'shelf.md:30'],
  ['*#auth/token', 'shelf.md:31'],
  ['*#route', 'shelf.md:1'],
])('%s is stated in %s', (rule, source) => {
  const sources = readRuleSources(annexPlan.document);
  expect([sources.has(rule), sources.get(rule)]).toEqual([true, source]);
});

test('parameters without a source have that of their operation, if none of them is public', () => {
  const own = { 'x-source': 'shelf.md:11', parameters: [{ name: 'part', in: 'query' }] };
  expect(readRuleSources({ paths: { '/lists/strict': { get: own } } }).get('strict.list#parameters/part')).toBe(
    'shelf.md:11',
  );
});

test('rules have no source if the document names no sources of operations', () => {
  const document = { info: { 'x-source': 'shelf.md:1' }, paths: { '/books': { get: {} } } };
  expect([...readRuleSources(document, shelfPlan).values()].filter((one) => one !== undefined)).toEqual([]);
});

test('an error names the source of its rule', async () => {
  const { call } = openShelf({}, annexPlan);
  const found = await Promise.all(
    ['/books', '/books?key=some&mine=true'].map(async (path) => (await call(path)).body['error']),
  );
  expect(found).toMatchObject([
    { details: [{ source: 'shelf.md:3, shelf.md:4' }] },
    { details: [{ source: 'shelf.md:7' }] },
  ]);
});
