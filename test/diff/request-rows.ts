import type { ChangeRow } from './change-row.js';

/** Single changes of what operations take, and what they are. */
export const requestRows: readonly ChangeRow[] = [
  {
    name: 'an optional parameter that is new',
    edits: [['- { name: tags', '- { name: from, in: query, schema: { type: string } }\n        - { name: tags']],
    want: [
      'feature parameter-added - operations.books.list.parameters.from: the parameter "from" is new [books.list] new 15:11',
    ],
    back: ['breaking parameter-removed sent'],
  },
  {
    name: 'a required parameter that is new',
    edits: [
      [
        '- { name: tags',
        '- { name: from, in: query, required: true, schema: { type: string } }\n        - { name: tags',
      ],
    ],
    want: [
      'breaking required-parameter-added sent operations.books.list.parameters.from: the required parameter "from" is new [books.list] new 15:11',
    ],
    back: ['breaking parameter-removed sent'],
  },
  {
    name: 'a parameter that is gone',
    edits: [[/        - \{ name: order.*\n/, '']],
    want: [
      'breaking parameter-removed sent operations.books.list.parameters.order: the parameter "order" is gone [books.list] old 13:11',
    ],
    back: ['feature parameter-added -'],
  },
  {
    name: 'a parameter that is required',
    edits: [['name: order, in: query', 'name: order, in: query, required: true']],
    want: [
      'breaking parameter-required sent operations.books.list.parameters.order: "order" is required [books.list] new 13:11',
    ],
    back: ['feature parameter-optional sent'],
  },
  {
    name: 'a parameter in another place',
    edits: [['name: order, in: query', 'name: order, in: header']],
    want: [
      'breaking parameter-moved sent operations.books.list.parameters.order: "order" is in: header, and was in: query [books.list] new 13:11',
    ],
    back: ['breaking parameter-moved sent'],
  },
  {
    name: 'another way to write a list',
    edits: [['name: tags, in: query', 'name: tags, in: query, explode: false']],
    want: [
      'breaking parameter-serialization sent operations.books.list.parameters.tags: explode of "tags" is false, and was true [books.list] new 15:11',
    ],
    back: ['breaking parameter-serialization sent'],
  },
  {
    name: 'a way to write a single value that means nothing',
    edits: [['name: order, in: query', 'name: order, in: query, explode: false']],
    want: [],
    back: [],
  },
  {
    name: 'a value more of a parameter',
    edits: [['enum: [title, year]', 'enum: [title, year, pages]']],
    want: [
      'feature enum-value-added sent operations.books.list.parameters.order: "pages" is a new value [books.list] new 13:45',
    ],
    back: ['breaking enum-value-removed sent'],
  },
  {
    name: 'a lower maximum of a parameter',
    edits: [['maximum: 50, default', 'maximum: 20, default']],
    want: [
      'breaking limit-tightened sent operations.books.list.parameters.limit: maximum is 20, and was 50 [books.list] new 14:45',
    ],
    back: ['feature limit-loosened sent'],
  },
  {
    name: 'another default of a parameter',
    edits: [['default: 5', 'default: 6']],
    want: [
      'breaking default-changed sent operations.books.list.parameters.limit: the default is 6, and was 5 [books.list] new 14:45',
    ],
    back: ['breaking default-changed sent'],
  },
  {
    name: 'no default of a parameter',
    edits: [[', default: 5', '']],
    want: [
      'breaking default-removed sent operations.books.list.parameters.limit: no default is stated any more; it was 5 [books.list] new 14:45',
    ],
    back: ['feature default-added sent'],
  },
  {
    name: 'a deprecated parameter',
    edits: [['name: order, in: query', 'name: order, in: query, deprecated: true']],
    want: ['feature deprecated - operations.books.list.parameters.order: it is deprecated [books.list] new 13:11'],
    back: ['fix no-longer-deprecated -'],
  },
  {
    name: 'a text about a parameter of the components',
    edits: [['description: What to answer.', 'description: Which properties to answer.']],
    want: ['fix docs-changed - parameters.Fields: the text changed [books.list books.get] new 72:90'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'a shorter parameter of the components',
    edits: [['maxLength: 100', 'maxLength: 90']],
    want: [
      'breaking limit-tightened sent parameters.Fields: maxLength is 90, and was 100 [books.list books.get] new 72:78',
    ],
    back: ['feature limit-loosened sent'],
  },
  {
    name: 'a parameter of another type',
    edits: [['name: limit, in: query, schema: { type: integer', 'name: limit, in: query, schema: { type: number']],
    want: [
      'feature fractions-allowed sent operations.books.list.parameters.limit: numbers may have fractions, and were whole ones [books.list] new 14:45',
    ],
    back: ['breaking whole-numbers-only sent'],
  },
  {
    name: 'a body where there was none',
    edits: [
      [
        '      operationId: events.list',
        '      operationId: events.list\n      requestBody: { content: { application/json: { schema: { type: string } } } }',
      ],
    ],
    want: [
      'feature body-added - operations.events.list.body: there is an optional body, and there was none [events.list] new 47:7',
    ],
    back: ['breaking body-removed sent'],
  },
  {
    name: 'a required body where there was none',
    edits: [
      [
        '      operationId: events.list',
        '      operationId: events.list\n      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }',
      ],
    ],
    want: [
      'breaking required-body-added sent operations.events.list.body: there is a required body, and there was none [events.list] new 47:7',
    ],
    back: ['breaking body-removed sent'],
  },
  {
    name: 'a body that is required',
    edits: [
      [
        "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Change",
        "requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Change",
      ],
    ],
    want: ['breaking body-required sent operations.books.update.body: the body is required [books.update] new 42:7'],
    back: ['feature body-optional -'],
  },
  {
    name: 'a media type less of a request',
    edits: [[', text/plain: { schema: { type: string } }', '']],
    want: [
      'breaking media-type-removed sent operations.books.update.body: the media type "text/plain" is gone [books.update] old 42:126',
    ],
    back: ['feature media-type-added sent'],
  },
];
