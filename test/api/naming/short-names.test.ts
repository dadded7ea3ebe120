import { describe, expect, test } from 'vitest';
import { lowerOrThrow, type LowerOptions, ok } from '../lower.js';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

/** Lists the client methods of operations with one tag: `['pets.list']` for the ids `['listPets']`. */
function listMethods(
  tag: string | undefined,
  ids: readonly string[],
  methodNames?: LowerOptions['methodNames'],
): readonly string[] {
  const node = tag === undefined ? {} : { tags: [tag] };
  const paths = Object.fromEntries(
    ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: ok, ...node } }]),
  );
  const { operations } = lowerOrThrow({ paths }, {}, { methodNames });
  return operations.map(({ group, property }) => [...group, property].join('.'));
}

describe('a method leaves out the words of its resource', () => {
  table('%s', (_: string, tag: string, id: string, want: string) => {
    expect(listMethods(tag, [id])).toEqual([want]);
  });

  test.each(rows<readonly [string, string, string]>('%s (2)'))('%s', (_, id, want) => {
    expect(listMethods(undefined, [id])).toEqual([want]);
  });

  test('if an operation has no id', () => {
    const { operations } = lowerOrThrow({ paths: { '/pets': { get: { responses: ok }, post: { responses: ok } } } });
    expect(operations.map(({ property }) => property)).toEqual(['list', 'create']);
  });
});

describe('a method keeps the name of its id', () => {
  test.each(rows<readonly [string, string, string, string]>('%s (3)'))('%s', (_, tag, id, want) => {
    expect(listMethods(tag, [id])).toEqual([want]);
  });

  test('if two would have the same short name', () => {
    expect(listMethods('books', ['getBook', 'getBooks', 'createBook'])).toEqual([
      'books.getBook',
      'books.getBooks',
      'books.create',
    ]);
  });

  test('if another id is the short name', () => {
    expect(listMethods('books', ['list', 'listBooks'])).toEqual(['books.list', 'books.listBooks']);
  });

  test('if the short name is that of a method that keeps its name', () => {
    // `listBook` and `listBooks` go back, and then `listBookBooks` cannot be `listBooks`.
    expect(listMethods('books', ['listBook', 'listBooks', 'listBookBooks'])).toEqual([
      'books.listBook',
      'books.listBooks',
      'books.listBookBooks',
    ]);
  });

  test('if a resource has the short name', () => {
    expect(listMethods(undefined, ['books.archiveBooks', 'books.archive.list'])).toEqual([
      'books.archiveBooks',
      'books.archive.list',
    ]);
  });

  test('with the option `operationId`', () => {
    expect(listMethods('books', ['listBooks', 'books_get'], 'operationId')).toEqual([
      'books.listBooks',
      'books.booksGet',
    ]);
  });
});

test('functions and types keep the name of the id', () => {
  const { operations } = lowerOrThrow({ paths: { '/books': { get: { operationId: 'listBooks', responses: ok } } } });
  expect(operations.map(({ name, typeName, property }) => [name, typeName, property])).toEqual([
    ['listBooks', 'ListBooks', 'list'],
  ]);
});
