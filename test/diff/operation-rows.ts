import type { ChangeRow } from './change-row.js';

/** Single changes of operations, and what they are. */
export const operationRows: readonly ChangeRow[] = [
  {
    name: 'a schema that takes the name of the type of a result',
    edits: [['    Author: {', '    BooksGetResponse: { type: string }\n    Author: {']],
    want: [
      'breaking export-removed - operations.books.get: types whose names began with "BooksGet" begin with "BooksGetOperation" [books.get] new 30:7',
      'feature schema-added - schemas.BooksGetResponse: the schema "BooksGetResponse" is new [] new 98:23',
    ],
    back: ['breaking export-removed -', 'breaking schema-removed -'],
  },
  {
    name: 'an operation that is new',
    edits: [
      [
        '  /events:',
        `  /books/{id}/cover: { get: { operationId: books.cover, tags: [books], parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: None. } } } }\n  /events:`,
      ],
    ],
    want: [
      'feature operation-added - operations.books.cover: the operation "books.cover" (GET /books/{id}/cover) is new [books.cover] new 44:29',
    ],
    back: ['breaking operation-removed -'],
  },
  {
    name: 'an operation that is gone',
    edits: [[/  \/events:[^]*?(?= {2}\/readers:)/, '']],
    want: [
      'breaking operation-removed - operations.events.list: the operation "events.list" (GET /events) is gone [events.list] old 46:7',
    ],
    back: ['feature operation-added -'],
  },
  {
    name: 'another id',
    edits: [['operationId: events.list', 'operationId: events.all']],
    want: [
      'breaking operation-renamed - operations.events.all: "events.list" is called "events.all", and so client.events.list is client.events.all [events.all] new 46:7',
    ],
    back: ['breaking operation-renamed -'],
  },
  {
    name: 'another path',
    edits: [['  /events:', '  /happenings:']],
    want: [
      'breaking operation-moved - operations.events.list: it is "GET /happenings", and was "GET /events" [events.list] new 46:7',
    ],
    back: ['breaking operation-moved -'],
  },
  {
    name: 'another method',
    edits: [['    patch:', '    put:']],
    want: [
      'breaking operation-moved - operations.books.update: it is "PUT /books/{id}", and was "PATCH /books/{id}" [books.update] new 39:7',
    ],
    back: ['breaking operation-moved -'],
  },
  {
    name: 'another id and another path',
    edits: [
      ['operationId: events.list', 'operationId: events.all'],
      ['  /events:', '  /happenings:'],
    ],
    want: [
      'breaking operation-removed - operations.events.list: the operation "events.list" (GET /events) is gone [events.list] old 46:7',
      'feature operation-added - operations.events.all: the operation "events.all" (GET /happenings) is new [events.all] new 46:7',
    ],
    back: ['breaking operation-removed -', 'feature operation-added -'],
  },
  {
    name: 'a variable of a path with another name',
    edits: [
      ['  /books/{id}:', '  /books/{book}:'],
      ['- { name: id, in', '- { name: book, in'],
      ['[{ name: id, in', '[{ name: book, in'],
    ],
    want: [
      'breaking parameter-renamed sent operations.books.get.parameters.book: callers pass "book", and passed "id" [books.get] new 34:11',
      'breaking parameter-renamed sent operations.books.update.parameters.book: callers pass "book", and passed "id" [books.update] new 41:20',
    ],
    back: ['breaking parameter-renamed sent'],
  },
  {
    name: 'a deprecation',
    edits: [['operationId: events.list', 'operationId: events.list\n      deprecated: true']],
    want: ['feature deprecated - operations.events.list: it is deprecated [events.list] new 46:7'],
    back: ['fix no-longer-deprecated -'],
  },
  {
    name: 'a text about an operation',
    edits: [['summary: All books.', 'summary: Every book.']],
    want: ['fix docs-changed - operations.books.list: the text changed [books.list] new 8:7'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'an extension of an operation',
    edits: [['x-quota: { cost: 2 }', 'x-quota: { cost: 2 }\n      x-hidden: true']],
    want: ['fix extension-changed - operations.books.list: "x-hidden" is new [books.list] new 8:7'],
    back: ['fix extension-changed -'],
  },
  {
    name: 'a call that costs more',
    edits: [['x-quota: { cost: 2 }', 'x-quota: { cost: 3 }']],
    want: ['breaking quota-raised - operations.books.list.quota: a call costs 3, and cost 2 [books.list] new 8:7'],
    back: ['feature quota-lowered -'],
  },
  {
    name: 'a call that costs less',
    edits: [['x-quota: { cost: 2 }', 'x-quota: { cost: 1 }']],
    want: ['feature quota-lowered - operations.books.list.quota: a call costs 1, and cost 2 [books.list] new 8:7'],
    back: ['breaking quota-raised -'],
  },
  {
    name: 'a cost that is not stated any more',
    edits: [['      x-quota: { cost: 2 }\n', '']],
    want: [
      'fix quota-stated - operations.books.list.quota: it is not stated any more what a call costs [books.list] new 8:7',
    ],
    back: ['fix quota-stated -'],
  },
  {
    name: 'fewer things that may exist',
    edits: [['atMost: 10', 'atMost: 5']],
    want: [
      'breaking limit-tightened sent operations.books.insert.x-limit: 5 of "books per owner" at most, and 10 before [books.insert] new 21:7',
    ],
    back: ['feature limit-loosened sent'],
  },
  {
    name: 'query parameters that nobody names',
    edits: [['x-quota: { cost: 2 }', 'x-quota: { cost: 2 }\n      x-open-parameters: true']],
    want: [
      'feature open-parameters-added - operations.books.list: further query parameters are taken [books.list] new 8:7',
    ],
    back: ['breaking open-parameters-removed -'],
  },
  {
    name: 'a reason of the errors of an operation',
    edits: [['x-quota: { cost: 2 }', `x-quota: { cost: 2 }\n      x-reasons: { '400': [tooLate] }`]],
    want: ['feature reason-added - operations.books.list.reasons: errors can carry "tooLate" [books.list] new 8:7'],
    back: ['breaking reason-removed -'],
  },
];
