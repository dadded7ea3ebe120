import { expect, test } from 'vitest';
import type { NameOptions } from '../../generator/api/naming/name-options.js';
import { diffSpecs } from '../../generator/diff/diff-specs.js';
import { Diagnostics } from '../spec/read-text.js';
import { findChanges } from '../../generator/release/find-changes.js';
import { readReleased } from '../../generator/release/read-released.js';

const shop = (own: string = ''): string => `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: books.list${own && `\n      x-speccast-name: ${own}Books`}
      parameters: [{ name: page_size, in: query, schema: { type: string } ${own && `, x-speccast-name: ${own}Size`} }]
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
components:
  schemas:
    Book: { type: object, properties: { sold_at: { type: string${own && `, x-speccast-name: ${own}At`} }, isbn: { type: string } } }
`;

type Sides = readonly [text: string, names?: NameOptions];

function changes(old: Sides, now: Sides): readonly string[] {
  const [before, after] = [old, now].map(([text, names]) => ({ spec: { file: 'shop.yaml', text }, names }));
  if (before === undefined || after === undefined) throw new Error('there are two sides');
  const found = diffSpecs(before, after).changes ?? [];
  return found.map(({ kind, code, subject, message }) => `${kind} ${code} ${subject}: ${message}`);
}

const camel: NameOptions = { properties: 'camelCase' };

test('the same names have not changed', () => {
  for (const names of [camel, {}, { types: 'snake_case' }] as const)
    expect(changes([shop(), names], [shop(), names])).toEqual([]);
  expect(changes([shop('my')], [shop('my')])).toEqual([]);
});

test('another case of names breaks code that reads properties and passes parameters', () => {
  expect(changes([shop()], [shop(), camel])).toEqual([
    'breaking parameter-renamed operations.books.list.parameters.page_size: callers pass "pageSize", and passed "page_size"',
    'breaking name-changed schemas.Book.sold_at: callers know "sold_at" as "soldAt", and knew it as "sold_at"',
  ]);
  expect(changes([shop(), camel], [shop(), { ...camel, parameters: 'unchanged' }])).toEqual([
    'breaking parameter-renamed operations.books.list.parameters.page_size: callers pass "page_size", and passed "pageSize"',
  ]);
});

test('other names of operations and types break code, too', () => {
  const found = changes([shop()], [shop(), { types: 'snake_case', operations: 'PascalCase' }]);
  expect(found.every((change) => change.startsWith('breaking '))).toBe(true);
  expect(found.join('\n')).toMatch(/Books/);
  expect(found.join('\n')).toMatch(/book/);
});

test('a type that has another name, and its schema the same, is named by both', () => {
  const want = 'breaking schema-renamed schemas.Book: the type "Book" is called';
  expect(changes([shop()], [shop(), { types: 'camelCase' }])).toEqual([`${want} "book"`]);
  const named = shop().replace('Book: { type', 'Book: { x-speccast-name: Volume, type');
  expect(changes([shop()], [named])).toContain(`${want} "Volume"`);
});

test('a name of its own breaks code, wherever it is', () => {
  const found = changes([shop()], [shop('my')]);
  expect(found).toContain(
    'breaking name-changed schemas.Book.sold_at: callers know "sold_at" as "myAt", and knew it as "sold_at"',
  );
  expect(found).toContain(
    'breaking parameter-renamed operations.books.list.parameters.page_size: callers pass "mySize", and passed "page_size"',
  );
});

test('a release is compared by the names that it had', () => {
  // A package without operations consists of validators alone.
  const text = JSON.stringify({ version: '1.0.0', parts: ['validators'], document: asJson, names: camel });
  const diagnostics = new Diagnostics();
  const released = readReleased({ file: 'released.json', text }, diagnostics);
  const spec = { file: 'shop.json', text: JSON.stringify(asJson) };
  const codes = (names: NameOptions | undefined): readonly string[] =>
    findChanges(released!, { spec, names }, diagnostics)!.changes.map(({ kind, code }) => `${kind} ${code}`);
  expect(codes(camel)).toEqual([]);
  expect(codes(undefined)).toEqual(['breaking name-changed']);
  expect(diagnostics.list).toEqual([]);
});

const asJson = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {},
  components: { schemas: { Book: { type: 'object', properties: { sold_at: { type: 'string' } } } } },
};
