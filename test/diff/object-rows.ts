import type { ChangeRow } from './change-row.js';

/** Single changes of schemas and their properties, and what they are. */
export const objectRows: readonly ChangeRow[] = [
  {
    name: 'a schema that takes the name of a type of requests',
    edits: [['    Author: {', '    BookInput: { type: string }\n    Author: {']],
    want: [
      'breaking export-removed - schemas.Book: the type "BookInput" of requests is called "BookRequestInput" [] new 83:7',
      'feature schema-added - schemas.BookInput: the schema "BookInput" is new [] new 98:16',
    ],
    back: ['breaking export-removed -', 'breaking schema-removed -'],
  },
  {
    name: 'a schema that is new',
    edits: [['    Author: {', '    Shelf: { type: object }\n    Author: {']],
    want: ['feature schema-added - schemas.Shelf: the schema "Shelf" is new [] new 98:12'],
    back: ['breaking schema-removed -'],
  },
  {
    name: 'a schema that is gone',
    edits: [[/    Unused:.*\n/, '']],
    want: ['breaking schema-removed - schemas.Unused: the schema "Unused" is gone [] old 109:13'],
    back: ['feature schema-added -'],
  },
  {
    name: 'a schema with another name',
    edits: [
      ['schemas/Author', 'schemas/Writer'],
      ['    Author: {', '    Writer: {'],
    ],
    want: ['breaking schema-renamed - schemas.Writer: the schema "Author" is called "Writer" [] new 98:13'],
    back: ['breaking schema-renamed -'],
  },
  {
    name: 'a schema with another name and a property more',
    edits: [
      ['schemas/Author', 'schemas/Writer'],
      [
        '    Author: { type: object, properties: {',
        '    Writer: { type: object, properties: { born: { type: integer },',
      ],
    ],
    want: [
      'breaking schema-renamed - schemas.Writer: the schema "Author" is called "Writer" [] new 98:13',
      'feature property-added - schemas.Writer.born: the property "born" is new [books.list books.insert books.get] new 98:49',
    ],
    back: ['breaking schema-renamed -', 'breaking property-removed -'],
  },
  {
    name: 'an optional property that is new',
    edits: [['        next: {', '        total: { type: integer }\n        next: {']],
    want: [
      'feature property-added received schemas.BookList.total: the property "total" is new [books.list] new 81:16',
    ],
    back: ['breaking property-removed received'],
  },
  {
    name: 'a required property in what is received',
    edits: [
      ['required: [items]', 'required: [items, total]'],
      ['        next: {', '        total: { type: integer }\n        next: {'],
    ],
    want: [
      'feature required-property-added received schemas.BookList.total: the required property "total" is new [books.list] new 81:16',
    ],
    back: ['breaking property-removed received'],
  },
  {
    name: 'a required property in what is sent',
    edits: [
      ['    Change: { type: object,', '    Change: { type: object, required: [by],'],
      ['note: {', 'by: { type: string }, note: {'],
    ],
    want: [
      'breaking required-property-added sent schemas.Change.by: the required property "by" is new [books.update] new 99:152',
    ],
    back: ['breaking property-removed sent'],
  },
  {
    name: 'a required property in what is sent and received',
    edits: [
      ['required: [title]', 'required: [title, year]'],
      ['        pages:', '        year: { type: integer }\n        pages:'],
    ],
    want: [
      'breaking required-property-added sent schemas.Book.year: the required property "year" is new [books.insert] new 90:15',
    ],
    back: ['breaking property-removed -'],
  },
  {
    name: 'a property that is gone',
    edits: [[/        pages:.*\n/, '']],
    want: [
      'breaking property-removed - schemas.Book.pages: the property "pages" is gone [books.list books.insert books.get] old 90:16',
    ],
    back: ['feature property-added -'],
  },
  {
    name: 'a property that is required in what is received',
    edits: [['required: [items]', 'required: [items, next]']],
    want: [
      'feature property-required received schemas.BookList.next: the property "next" is required [books.list] new 81:15',
    ],
    back: ['breaking property-optional received'],
  },
  {
    name: 'a property that is required in what is sent',
    edits: [['    Change: { type: object,', '    Change: { type: object, required: [note],']],
    want: [
      'breaking property-required sent schemas.Change.note: the property "note" is required [books.update] new 99:156',
    ],
    back: ['feature property-optional sent'],
  },
  {
    name: 'a property that is optional in what is received',
    edits: [['required: [items]', 'required: []']],
    want: [
      'breaking property-optional received schemas.BookList.items: the property "items" is optional [books.list] new 80:16',
    ],
    back: ['feature property-required received'],
  },
  {
    name: 'a property that is required in both',
    edits: [['required: [title]', 'required: [title, pages]']],
    want: [
      'breaking property-required sent schemas.Book.pages: the property "pages" is required [books.insert] new 90:16',
    ],
    back: ['breaking property-optional received'],
  },
  {
    name: 'a property that only the service writes',
    edits: [['title: { type: string, minLength', 'title: { type: string, readOnly: true, minLength']],
    want: ['breaking became-read-only sent schemas.Book.title: "title" is readOnly [books.insert] new 89:16'],
    back: ['breaking required-property-added sent'],
  },
  {
    name: 'a property that is only sent',
    edits: [['isbn: { type: string,', 'isbn: { type: string, writeOnly: true,']],
    want: [
      'breaking became-write-only received schemas.Book.isbn: "isbn" is writeOnly [books.list books.insert books.get] new 93:15',
    ],
    back: ['feature no-longer-write-only received'],
  },
];
