import { describe, expect, test } from 'vitest';
import type { MethodNames } from '../../../generator/api/naming/short-names.js';
import { apiOf, ok } from '../lower.js';

/** Methods of the client that operations of one tag have, by their ids. */
function methodsOf(tag: string | undefined, ids: readonly string[], methodNames?: MethodNames): readonly string[] {
  const node = tag === undefined ? {} : { tags: [tag] };
  const paths = Object.fromEntries(
    ids.map((operationId, index) => [`/p${index}`, { get: { operationId, responses: ok, ...node } }]),
  );
  const { operations } = apiOf({ paths }, {}, { methodNames });
  return operations.map(({ group, property }) => [...group, property].join('.'));
}

describe('a method leaves out the words of its resource', () => {
  test.each([
    ['plural', 'books', 'listBooks', 'books.list'],
    ['singular', 'books', 'getBookById', 'books.getById'],
    ['of a tag in the singular', 'Book', 'listBooks', 'book.list'],
    ['before further words', 'books', 'listBookReviews', 'books.listReviews'],
    ['after all', 'books', 'findAllBooks', 'books.findAll'],
    ['all alone stays', 'all', 'listAll', 'all.list'],
    ['-ies', 'categories', 'createCategory', 'categories.create'],
    ['-es', 'addresses', 'deleteAddress', 'addresses.delete'],
    ['-ses', 'analyses', 'getAnalysis', 'analyses.get'],
    ['several words', 'Ad Units', 'listAdUnits', 'adUnits.list'],
    ['in other capitals', 'ToDos', 'createTodo', 'toDos.create'],
    ['acronyms', 'API keys', 'listAPIKeys', 'apiKeys.list'],
    ['in snake_case', 'books', 'list_books', 'books.list'],
    ['in kebab-case', 'books', 'list-books-by-author', 'books.listByAuthor'],
    ['as Stripe', 'customers', 'PostCustomersCustomer', 'customers.postCustomer'],
    ['as Kubernetes', 'core_v1', 'listCoreV1NamespacedPod', 'coreV1.listNamespacedPod'],
    ['before the method', 'books', 'books_list', 'books.list'],
    ['of several words before it', 'adUnits', 'ad_units_list', 'adUnits.list'],
    ['as Azure', 'Users', 'Users_ListByGroup', 'users.listByGroup'],
    ['as NestJS', 'books', 'BooksController_findAll', 'books.findAll'],
    ['of a controller in the singular', 'books', 'BookController_findBooks', 'books.find'],
  ])('%s', (_, tag, id, want) => {
    expect(methodsOf(tag, [id])).toEqual([want]);
  });

  test.each([
    ['in its id', 'packages/get-package-for-user', 'packages.getForUser'],
    ['and the one above it', 'accounts.adUnits.listAccountsAdUnits', 'accounts.adUnits.list'],
    ['of nested resources', 'accounts.adUnits.listAdUnits', 'accounts.adUnits.list'],
    ['as today', 'books.list', 'books.list'],
  ])('%s', (_, id, want) => {
    expect(methodsOf(undefined, [id])).toEqual([want]);
  });

  test('where an operation has no id', () => {
    const { operations } = apiOf({ paths: { '/pets': { get: { responses: ok }, post: { responses: ok } } } });
    expect(operations.map(({ property }) => property)).toEqual(['list', 'create']);
  });
});

describe('a method keeps the name of its id', () => {
  test.each([
    ['where nothing else is in it', 'books', 'books', 'books.books'],
    ['where its verb is the resource', 'reports', 'reportAbuse', 'reports.reportAbuse'],
    ['where its verb is spelled as the resource', 'reports', 'report_abuse', 'reports.reportAbuse'],
    [
      'where the resource comes later',
      'users',
      'listBlockedByAuthenticatedUser',
      'users.listBlockedByAuthenticatedUser',
    ],
    ['where a word only begins so', 'books', 'listBookmarks', 'books.listBookmarks'],
    ['where another resource is meant', 'books', 'listReviews', 'books.listReviews'],
    ['where two numbers would meet', 'books', 'getV1Books2', 'books.getV1Books2'],
    ['where the short name is no name for a method', 'books', 'thenBooks', 'books.thenBooks'],
  ])('%s', (_, tag, id, want) => {
    expect(methodsOf(tag, [id])).toEqual([want]);
  });

  test('where two would have the same', () => {
    expect(methodsOf('books', ['getBook', 'getBooks', 'createBook'])).toEqual([
      'books.getBook',
      'books.getBooks',
      'books.create',
    ]);
  });

  test('where another has the short name already', () => {
    expect(methodsOf('books', ['list', 'listBooks'])).toEqual(['books.list', 'books.listBooks']);
  });

  test('where one that keeps its name has the short name', () => {
    // `listBook` and `listBooks` go back, and then `listBookBooks` cannot be `listBooks`.
    expect(methodsOf('books', ['listBook', 'listBooks', 'listBookBooks'])).toEqual([
      'books.listBook',
      'books.listBooks',
      'books.listBookBooks',
    ]);
  });

  test('where a resource has the short name', () => {
    expect(methodsOf(undefined, ['books.archiveBooks', 'books.archive.list'])).toEqual([
      'books.archiveBooks',
      'books.archive.list',
    ]);
  });

  test('by option', () => {
    expect(methodsOf('books', ['listBooks', 'books_get'], 'operationId')).toEqual([
      'books.listBooks',
      'books.booksGet',
    ]);
  });
});

test('functions and types keep the name of the id', () => {
  const { operations } = apiOf({ paths: { '/books': { get: { operationId: 'listBooks', responses: ok } } } });
  expect(operations.map(({ name, typeName, property }) => [name, typeName, property])).toEqual([
    ['listBooks', 'ListBooks', 'list'],
  ]);
});
