import type { ChangeRow } from './change-row.js';

/** Single changes of limits, unions, defaults and texts, and what they are. */
export const limitRows: readonly ChangeRow[] = [
  {
    name: 'a longer text in what is sent and received',
    edits: [['maxLength: 200 }\n', 'maxLength: 300 }\n']],
    want: [
      'breaking limit-loosened received schemas.Book.title: maxLength is 300, and was 200 [books.list books.insert books.get] new 89:16',
    ],
    back: ['breaking limit-tightened sent'],
  },
  {
    name: 'a longer text in what is sent',
    edits: [['maxLength: 200, default', 'maxLength: 300, default']],
    want: ['feature limit-loosened sent schemas.Change.title: maxLength is 300, and was 200 [books.update] new 99:79'],
    back: ['breaking limit-tightened sent'],
  },
  {
    name: 'a lower minimum',
    edits: [['minimum: 1 }', 'minimum: 0 }']],
    want: [
      'breaking limit-loosened received schemas.Book.pages: minimum is 0, and was 1 [books.list books.insert books.get] new 90:16',
    ],
    back: ['breaking limit-tightened sent'],
  },
  {
    name: 'an exclusive minimum',
    edits: [['minimum: 1 }', 'exclusiveMinimum: 1 }']],
    want: [
      'breaking limit-tightened sent schemas.Book.pages: minimum is 1 (excluded), and was 1 [books.insert] new 90:16',
    ],
    back: ['breaking limit-loosened received'],
  },
  {
    name: 'a minimum that is said otherwise',
    edits: [['minimum: 1 }', 'minimum: 1, exclusiveMinimum: 0 }']],
    want: [],
    back: [],
  },
  {
    name: 'more items',
    edits: [['maxItems: 50', 'maxItems: 100']],
    want: [
      'breaking limit-loosened received schemas.BookList.items: maxItems is 100, and was 50 [books.list] new 80:16',
    ],
    back: ['feature limit-tightened received'],
  },
  {
    name: 'items that must differ',
    edits: [['maxItems: 50', 'maxItems: 50, uniqueItems: true']],
    want: [
      'feature limit-tightened received schemas.BookList.items: items must differ from each other [books.list] new 80:16',
    ],
    back: ['breaking limit-loosened received'],
  },
  {
    name: 'multiples',
    edits: [['days: { type: number }', 'days: { type: number, multipleOf: 0.5 }']],
    want: [
      'feature limit-tightened received schemas.Lent.days: multipleOf is 0.5, and there was none [events.list] new 103:88',
    ],
    back: ['breaking limit-loosened received'],
  },
  {
    name: 'another pattern',
    edits: [["pattern: '^[0-9]+$'", "pattern: '^[0-9X]+$'"]],
    want: [
      'breaking pattern-changed - schemas.Book.isbn: the pattern is "^[0-9X]+$", and was "^[0-9]+$" [books.list books.insert books.get] new 93:15',
    ],
    back: ['breaking pattern-changed -'],
  },
  {
    name: 'no pattern',
    edits: [[", pattern: '^[0-9]+$'", '']],
    want: [
      'breaking pattern-removed received schemas.Book.isbn: there is no pattern any more; it was "^[0-9]+$" [books.list books.insert books.get] new 93:15',
    ],
    back: ['breaking pattern-added sent'],
  },
  {
    name: 'encoded bytes',
    edits: [['next: { type: string }', 'next: { type: string, contentEncoding: base64 }']],
    want: [
      'breaking encoding-changed received schemas.BookList.next: the "contentEncoding" is "base64", and there was none [books.list] new 81:15',
    ],
    back: ['breaking encoding-changed received'],
  },
  {
    name: 'an object that is open',
    edits: [['additionalProperties: false, properties: { title', 'properties: { title']],
    want: [
      'feature additional-properties-allowed sent schemas.Change: further properties may be there [books.update] new 99:13',
    ],
    back: ['breaking additional-properties-refused sent'],
  },
  {
    name: 'an object that is closed',
    edits: [['    Answer: { type: object,', '    Answer: { type: object, additionalProperties: false,']],
    want: [
      'breaking additional-properties-refused sent schemas.Answer: no further properties may be there [returned] new 107:51',
    ],
    back: ['feature additional-properties-allowed sent'],
  },
  {
    name: 'other further properties',
    edits: [['additionalProperties: { type: string }', 'additionalProperties: { type: integer }']],
    want: [
      'breaking type-changed - schemas.Book.labels.*: the type is integer, and was string [books.list books.insert books.get] new 96:55',
    ],
    back: ['breaking type-changed -'],
  },
  {
    name: 'no further properties',
    edits: [[', additionalProperties: { type: string }', '']],
    want: [
      'breaking type-widened received schemas.Book.labels.*: the type is any, and was string [books.list books.insert books.get] new 96:17',
    ],
    back: ['breaking type-narrowed -'],
  },
  {
    name: 'properties of any name that are not described any more',
    edits: [
      [
        'labels: { type: object, additionalProperties: { type: string } }',
        'labels: { type: object, properties: { a: { type: string } }, additionalProperties: true }',
      ],
    ],
    want: [
      'feature property-added - schemas.Book.labels.a: the property "a" is new [books.list books.insert books.get] new 96:50',
      'breaking type-widened received schemas.Book.labels.*: the type is any, and was string [books.list books.insert books.get] new 96:92',
    ],
    back: ['breaking property-removed -', 'breaking type-narrowed -'],
  },
  {
    name: 'properties of any name that nobody declares any more',
    edits: [['additionalProperties: true, ', '']],
    want: [
      'breaking exported-type-changed received schemas.ReaderList: its type in TypeScript does not fit where the old one did [listReaders] new 106:17',
    ],
    back: ['feature exported-type-extended received'],
  },
  {
    name: 'other leading items',
    edits: [['prefixItems: [{ type: number }, { type: number }]', 'prefixItems: [{ type: number }]']],
    want: [
      'breaking tuple-changed received schemas.Damaged.point: the number of leading items is 1, and was 2 [events.list] new 104:95',
    ],
    back: ['breaking tuple-changed received'],
  },
  {
    name: 'another type of a leading item',
    edits: [['prefixItems: [{ type: number },', 'prefixItems: [{ type: string },']],
    want: [
      'breaking type-changed received schemas.Damaged.point[0]: the type is string, and was number [events.list] new 104:124',
    ],
    back: ['breaking type-changed received'],
  },
  {
    name: 'an alternative more of what is received',
    edits: [
      [
        "{ $ref: '#/components/schemas/Damaged' }]",
        "{ $ref: '#/components/schemas/Damaged' }, { $ref: '#/components/schemas/Return' }]",
      ],
    ],
    want: [
      'breaking alternative-added received schemas.Event: "Return" is one more alternative [events.list] new 101:96',
    ],
    back: ['breaking alternative-removed received'],
  },
  {
    name: 'an alternative less',
    edits: [[", { $ref: '#/components/schemas/Damaged' }]", ']']],
    want: [
      'breaking alternative-removed received schemas.Event: "Damaged" is no alternative any more [events.list] old 101:54',
    ],
    back: ['breaking alternative-added received'],
  },
  {
    name: 'a union where there was none',
    edits: [['next: { type: string }', 'next: { oneOf: [{ type: string }, { type: integer }] }']],
    want: [
      'breaking paging-changed - operations.books.list: pages are asked for, or told, in another way [books.list] new 8:7',
      'breaking alternative-added received schemas.BookList.next: integer is one more alternative [books.list] new 81:43',
    ],
    back: ['breaking paging-changed -', 'breaking alternative-removed received'],
  },
  {
    name: 'another property that tells alternatives apart',
    edits: [['propertyName: kind', 'propertyName: type']],
    want: [
      'breaking discriminator-changed received schemas.Event: "type" tells the alternatives apart, and "kind" did [events.list] new 101:7',
    ],
    back: ['breaking discriminator-changed received'],
  },
  {
    name: 'another value that means an alternative',
    edits: [['propertyName: kind', 'propertyName: kind, mapping: { gone: Lent }']],
    want: [
      'breaking discriminator-changed received schemas.Event: "Lent" does not mean "Lent" any more [events.list] new 101:7',
    ],
    back: ['breaking discriminator-changed received'],
  },
  {
    name: 'anyOf instead of oneOf',
    edits: [['      oneOf: [', '      anyOf: [']],
    want: ['fix union-rewritten - schemas.Event: the union is written with "anyOf" [events.list] new 101:7'],
    back: ['fix union-rewritten -'],
  },
  {
    name: 'a condition more',
    edits: [
      [
        '    Answer: { type: object,',
        '    Answer: { type: object, minProperties: 1, dependentRequired: { fee: [currency] },',
      ],
    ],
    want: [
      'breaking limit-tightened sent schemas.Answer: minProperties is 1, and there was none [returned] new 107:13',
      'breaking condition-added sent schemas.Answer: the condition "dependentRequired" is new [returned] new 107:13',
    ],
    back: ['feature limit-loosened sent', 'feature condition-removed sent'],
  },
  {
    name: 'a default more of what is sent',
    edits: [["note: { type: [string, 'null'] }", "note: { type: [string, 'null'], default: null }"]],
    want: [
      'feature default-added sent schemas.Change.note: the default is null, and none was stated [books.update] new 99:138',
    ],
    back: ['breaking default-removed sent'],
  },
  {
    name: 'another default of what is sent',
    edits: [['default: Untitled', 'default: None']],
    want: [
      'breaking default-changed sent schemas.Change.title: the default is "None", and was "Untitled" [books.update] new 99:79',
    ],
    back: ['breaking default-changed sent'],
  },
  {
    name: 'another default of what is received',
    edits: [['next: { type: string }', 'next: { type: string, default: a }']],
    want: [
      'fix default-added received schemas.BookList.next: the default is "a", and none was stated [books.list] new 81:15',
    ],
    back: ['fix default-removed received'],
  },
  {
    name: 'a deprecated property',
    edits: [['next: { type: string }', 'next: { type: string, deprecated: true }']],
    want: ['feature deprecated - schemas.BookList.next: it is deprecated [books.list] new 81:15'],
    back: ['fix no-longer-deprecated -'],
  },
  {
    name: 'a text about a schema',
    edits: [['description: A book.', 'description: Something to read.']],
    want: ['fix docs-changed - schemas.Book: the text changed [books.list books.insert books.get] new 83:7'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'an example',
    edits: [['next: { type: string }', 'next: { type: string, examples: [a] }']],
    want: ['fix docs-changed - schemas.BookList.next: the text changed [books.list] new 81:15'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'a limit of a schema that nothing reaches',
    edits: [['maxLength: 10 }', 'maxLength: 9 }']],
    want: ['fix limit-tightened - schemas.Unused.word: maxLength is 9, and was 10 [] new 109:49'],
    back: ['fix limit-loosened -'],
  },
  {
    name: 'a property of a schema that nothing reaches',
    edits: [[', sign: { type: string }', '']],
    want: ['breaking property-removed - schemas.Unused.sign: the property "sign" is gone [] old 109:88'],
    back: ['feature property-added -'],
  },
  {
    name: 'a property more of a schema that nothing reaches',
    edits: [['sign: { type: string }', 'sign: { type: string }, next: { type: string }']],
    want: ['feature property-added - schemas.Unused.next: the property "next" is new [] new 109:112'],
    back: ['breaking property-removed -'],
  },
  {
    name: 'a property of a schema that refers to itself',
    edits: [['author: {', 'series: { type: string }\n        author: {']],
    want: [
      'feature property-added - schemas.Book.series: the property "series" is new [books.list books.insert books.get] new 94:17',
    ],
    back: ['breaking property-removed -'],
  },
  {
    name: 'another schema behind a reference',
    edits: [["author: { $ref: '#/components/schemas/Author' }", "author: { $ref: '#/components/schemas/Answer' }"]],
    want: [
      'breaking property-removed - schemas.Book.author.name: the property "name" is gone [books.list books.insert books.get] old 98:49',
      'feature property-added - schemas.Book.author.fee: the property "fee" is new [books.list books.insert books.get] new 107:48',
    ],
    back: ['breaking property-removed -', 'feature property-added -'],
  },
  {
    name: 'a discriminator that is not stated',
    edits: [[/\n +discriminator: .*/, '']],
    want: ['fix union-rewritten - schemas.Event: no discriminator is stated any more [events.list] new 101:7'],
    back: ['fix union-rewritten -'],
  },
  {
    name: 'one more value for a member of a union',
    edits: [
      [
        'discriminator: { propertyName: kind }',
        "discriminator: { propertyName: kind, mapping: { Lent: '#/components/schemas/Lent', gone: '#/components/schemas/Lent' } }",
      ],
    ],
    want: [
      'feature discriminator-value-added received schemas.Event: "gone" means "Lent", too [events.list] new 101:7',
    ],
    back: ['breaking discriminator-changed received'],
  },
  {
    name: 'a member of a union that all other values mean',
    edits: [
      ['openapi: 3.1.0', 'openapi: 3.2.0'],
      ['discriminator: { propertyName: kind }', 'discriminator: { propertyName: kind, defaultMapping: Damaged }'],
    ],
    want: [
      'feature discriminator-value-added received schemas.Event: values that are not mapped mean "Damaged", too [events.list] new 101:7',
    ],
    back: ['breaking discriminator-changed received'],
  },
];
