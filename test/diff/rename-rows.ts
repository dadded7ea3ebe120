import type { ChangeRow } from './change-row.js';

/** What has another name, and what only seems to. */
export const renameRows: readonly ChangeRow[] = [
  {
    name: 'a property with a similar name',
    edits: [['isbn: {', 'isbnCode: {']],
    want: [
      'breaking property-renamed - schemas.Book.isbnCode: the property "isbn" is called "isbnCode" [books.list books.insert books.get] new 93:19',
    ],
    back: ['breaking property-renamed -'],
  },
  {
    name: 'a property with another name and a shape of its own',
    edits: [['isbn: {', 'number: {']],
    want: [
      'breaking property-renamed - schemas.Book.number: the property "isbn" is called "number" [books.list books.insert books.get] new 93:17',
    ],
    back: ['breaking property-renamed -'],
  },
  {
    name: 'a property with another name that is required now',
    edits: [
      ['    Change: { type: object,', '    Change: { type: object, required: [notes],'],
      ['note: {', 'notes: {'],
    ],
    want: [
      'breaking property-renamed sent schemas.Change.notes: the property "note" is called "notes" [books.update] new 99:158',
      'breaking property-required sent schemas.Change.notes: the property "notes" is required [books.update] new 99:158',
    ],
    back: ['breaking property-renamed sent', 'feature property-optional sent'],
  },
  {
    name: 'a string that comes where another string goes',
    edits: [['word: {', 'phrase: {']],
    want: [
      'breaking property-removed - schemas.Unused.word: the property "word" is gone [] old 109:49',
      'feature property-added - schemas.Unused.phrase: the property "phrase" is new [] new 109:51',
    ],
    back: ['breaking property-removed -', 'feature property-added -'],
  },
  {
    name: 'a property with a similar name and another shape',
    edits: [['isbn: { type: string,', 'isbnCode: { type: string, maxLength: 13,']],
    want: [
      'breaking property-removed - schemas.Book.isbn: the property "isbn" is gone [books.list books.insert books.get] old 93:15',
      'feature property-added - schemas.Book.isbnCode: the property "isbnCode" is new [books.list books.insert books.get] new 93:19',
    ],
    back: ['breaking property-removed -', 'feature property-added -'],
  },
  {
    name: 'two properties that may each be the one that is gone',
    edits: [
      [
        "isbn: { type: string, pattern: '^[0-9]+$' }",
        "isbnCode: { type: string, pattern: '^[0-9]+$' }\n        bookIsbn: { type: string, pattern: '^[0-9]+$' }",
      ],
    ],
    want: [
      'breaking property-removed - schemas.Book.isbn: the property "isbn" is gone [books.list books.insert books.get] old 93:15',
      'feature property-added - schemas.Book.isbnCode: the property "isbnCode" is new [books.list books.insert books.get] new 93:19',
      'feature property-added - schemas.Book.bookIsbn: the property "bookIsbn" is new [books.list books.insert books.get] new 94:19',
    ],
    back: ['breaking property-removed -', 'feature property-added -'],
  },
  {
    name: 'a parameter with another name',
    edits: [['{ name: order, in: query', '{ name: sorting, in: query']],
    want: [
      'breaking parameter-renamed sent operations.books.list.parameters.sorting: the parameter "order" is called "sorting" [books.list] new 13:11',
    ],
    back: ['breaking parameter-renamed sent'],
  },
  {
    name: 'a parameter of the components with another name',
    edits: [
      ['parameters/Fields', 'parameters/FieldMask'],
      ['    Fields: { name: fields,', '    FieldMask: { name: fieldMask,'],
    ],
    want: [
      'breaking parameter-renamed sent parameters.FieldMask: the parameter "fields" is called "fieldMask" [books.list books.get] new 72:84',
    ],
    back: ['breaking parameter-renamed sent'],
  },
  {
    name: 'an operation with another id and path',
    edits: [
      ['  /events:', '  /happenings:'],
      ['operationId: events.list', 'operationId: eventsListAll'],
    ],
    want: [
      'breaking operation-renamed - operations.eventsListAll: "events.list" is called "eventsListAll", and so client.events.list is client.events.listAll; it is "GET /happenings", and was "GET /events" [eventsListAll] new 46:7',
    ],
    back: ['breaking operation-renamed -'],
  },
  {
    name: 'a schema with another name that nothing refers to',
    edits: [['    Unused: {', '    Spare: {']],
    want: ['breaking schema-renamed - schemas.Spare: the schema "Unused" is called "Spare" [] new 109:12'],
    back: ['breaking schema-renamed -'],
  },
  {
    name: 'a property and its schema, both with other names',
    edits: [
      ['schemas/Author', 'schemas/BookAuthor'],
      ['    Author: {', '    BookAuthor: {'],
      ['author: {', 'bookAuthor: {'],
    ],
    want: [
      'breaking schema-renamed - schemas.BookAuthor: the schema "Author" is called "BookAuthor" [] new 98:17',
      'breaking property-renamed - schemas.Book.bookAuthor: the property "author" is called "bookAuthor" [books.list books.insert books.get] new 94:21',
    ],
    back: ['breaking schema-renamed -', 'breaking property-renamed -'],
  },
  {
    name: 'a value of an enum that is written in another way',
    edits: [['enum: [title, year]', 'enum: [TITLE, year]']],
    want: [
      'breaking enum-value-renamed sent operations.books.list.parameters.order: "TITLE" is the value that was "title" [books.list] new 13:45',
    ],
    back: ['breaking enum-value-renamed sent'],
  },
  {
    name: 'a value of an enum that has nothing of the one that is gone',
    edits: [['enum: [title, year]', 'enum: [pages, year]']],
    want: [
      'feature enum-value-added sent operations.books.list.parameters.order: "pages" is a new value [books.list] new 13:45',
      'breaking enum-value-removed sent operations.books.list.parameters.order: "title" is not a value any more [books.list] new 13:45',
    ],
    back: ['feature enum-value-added sent', 'breaking enum-value-removed sent'],
  },
];
