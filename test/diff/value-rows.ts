import type { ChangeRow } from './change-row.js';

/** Single changes of what values may be, and what they are. */
export const valueRows: readonly ChangeRow[] = [
  {
    name: 'another type',
    edits: [['pages: { type: integer, format: int32, minimum: 1 }', 'pages: { type: string }']],
    want: [
      'breaking type-changed - schemas.Book.pages: the type is string, and was integer [books.list books.insert books.get] new 90:16',
    ],
    back: ['breaking type-changed -'],
  },
  {
    name: 'a type more of what is received',
    edits: [['next: { type: string }', 'next: { type: [string, integer] }']],
    want: [
      'breaking type-widened received schemas.BookList.next: the type is string or integer, and was string [books.list] new 81:15',
    ],
    back: ['breaking type-narrowed received'],
  },
  {
    name: 'a type more of what is sent',
    edits: [['note: { type: [string,', 'note: { type: [string, integer,']],
    want: [
      'feature type-widened sent schemas.Change.note: the type is string or integer, and was string [books.update] new 99:138',
    ],
    back: ['breaking type-narrowed sent'],
  },
  {
    name: 'no type at all',
    edits: [['next: { type: string }', 'next: {}']],
    want: [
      'breaking type-widened received schemas.BookList.next: the type is any, and was string [books.list] new 81:15',
    ],
    back: ['breaking type-narrowed received'],
  },
  {
    name: 'fractions in what is received',
    edits: [['days: { type: number }', 'days: { type: integer }']],
    want: [
      'feature whole-numbers-only received schemas.Lent.days: numbers are whole ones, and could have fractions [events.list] new 103:88',
    ],
    back: ['breaking fractions-allowed received'],
  },
  {
    name: 'null in what is received',
    edits: [['next: { type: string }', "next: { type: [string, 'null'] }"]],
    want: ['breaking null-allowed received schemas.BookList.next: null is allowed [books.list] new 81:15'],
    back: ['feature null-refused received'],
  },
  {
    name: 'no null in what is sent',
    edits: [["note: { type: [string, 'null'] }", 'note: { type: string }']],
    want: ['breaking null-refused sent schemas.Change.note: null is not allowed any more [books.update] new 99:138'],
    back: ['feature null-allowed sent'],
  },
  {
    name: 'a wider format',
    edits: [['format: int32', 'format: int64']],
    want: [
      'breaking format-widened received schemas.Book.pages: the format is "int64", and was "int32" [books.list books.insert books.get] new 90:16',
    ],
    back: ['breaking format-narrowed sent'],
  },
  {
    name: 'a format that is new in what is received',
    edits: [['next: { type: string }', 'next: { type: string, format: uri }']],
    want: [
      'feature format-narrowed received schemas.BookList.next: the format is "uri", and there was none [books.list] new 81:15',
    ],
    back: ['breaking format-widened received'],
  },
  {
    name: 'another format',
    edits: [['format: int32', 'format: duration']],
    want: [
      'breaking format-changed - schemas.Book.pages: the format is "duration", and was "int32" [books.list books.insert books.get] new 90:16',
    ],
    back: ['breaking format-changed -'],
  },
  {
    name: 'a value more of an enum of strings',
    edits: [['enum: [lent, there]', 'enum: [lent, there, lost]']],
    want: [
      'feature enum-value-added - schemas.Book.state: "lost" is a new value [books.list books.insert books.get] new 91:16',
    ],
    back: ['breaking enum-value-removed sent'],
  },
  {
    name: 'a value less of an enum of strings',
    edits: [['enum: [lent, there]', 'enum: [lent, there, lost]']],
    want: [
      'feature enum-value-added - schemas.Book.state: "lost" is a new value [books.list books.insert books.get] new 91:16',
    ],
    back: ['breaking enum-value-removed sent'],
  },
  {
    name: 'a value less of an enum that is closed then',
    edits: [['enum: [lent, there]', 'enum: [there]']],
    want: [
      'breaking closed-enum-value-removed - schemas.Book.state: "lent" is not a value any more [books.list books.insert books.get] new 91:16',
    ],
    back: ['breaking closed-enum-value-added received'],
  },
  {
    name: 'a value more of an enum of numbers',
    edits: [['enum: [1, 2]', 'enum: [1, 2, 3]']],
    want: [
      'breaking closed-enum-value-added received schemas.Book.size: 3 is a new value [books.list books.insert books.get] new 92:15',
    ],
    back: ['breaking closed-enum-value-removed -'],
  },
  {
    name: 'an enum where there was text',
    edits: [['next: { type: string }', 'next: { type: string, enum: [a, b] }']],
    want: [
      'feature enum-stated received schemas.BookList.next: values are limited to "a", "b", and were not [books.list] new 81:15',
    ],
    back: ['feature enum-dropped received'],
  },
  {
    name: 'a constant where there was text',
    edits: [['next: { type: string }', 'next: { type: string, const: a }']],
    want: [
      'feature enum-stated received schemas.BookList.next: values are limited to "a", and were not [books.list] new 81:15',
    ],
    back: ['breaking closed-enum-dropped received'],
  },
  {
    name: 'an enum that has other types',
    edits: [['state: { type: string, enum: [lent, there] }', 'state: { type: integer }']],
    want: [
      'breaking type-changed - schemas.Book.state: the type is integer, and was "lent", "there" [books.list books.insert books.get] new 91:16',
    ],
    back: ['breaking type-changed -'],
  },
  {
    name: 'another constant',
    edits: [['kind: { const: Lent }', 'kind: { const: Borrowed }']],
    want: [
      'breaking closed-enum-value-added received schemas.Lent.kind: "Borrowed" is a new value [events.list] new 103:65',
      'breaking closed-enum-value-removed received schemas.Lent.kind: "Lent" is not a value any more [events.list] new 103:65',
    ],
    back: ['breaking closed-enum-value-added received', 'breaking closed-enum-value-removed received'],
  },
];
