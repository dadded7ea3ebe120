import type { ChangeRow } from './change-row.js';

/** Single changes of what operations answer, and what they are. */
export const responseRows: readonly ChangeRow[] = [
  {
    name: 'a media type more of a response',
    edits: [
      [
        "'200': { description: What happened., content: {",
        "'200': { description: What happened., content: { text/csv: { schema: { type: string } },",
      ],
    ],
    want: [
      'feature media-type-added received operations.events.list.responses.200: the media type "text/csv" is new [events.list] new 49:78',
      'breaking result-widened received operations.events.list: the result may be what "text/csv" holds, too [events.list] new 49:78',
      'breaking paging-removed - operations.events.list: the response is not a page of a list any more [events.list] new 46:7',
    ],
    back: ['breaking media-type-removed received', 'feature paging-added -'],
  },
  {
    name: 'a successful status with nothing in it',
    edits: [
      [
        "'200': { description: What happened.",
        `'204': { description: Nothing. }\n        '200': { description: What happened.`,
      ],
    ],
    want: [
      'feature response-added - operations.events.list.responses.204: status 204 is declared [events.list] new 49:9',
      'breaking result-widened received operations.events.list: the result may be nothing [events.list] new 46:7',
      'breaking paging-removed - operations.events.list: the response is not a page of a list any more [events.list] new 46:7',
    ],
    back: ['breaking response-removed received', 'feature paging-added -'],
  },
  {
    name: 'a successful status that says the same',
    edits: [
      [
        "'201': { description: The book.",
        `'200': { description: A known one., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }\n        '201': { description: The book.`,
      ],
    ],
    want: [
      'feature response-added - operations.books.insert.responses.200: status 200 is declared [books.insert] new 26:9',
    ],
    back: ['breaking response-removed received'],
  },
  {
    name: 'a status of an error without a body',
    edits: [
      [
        "'200': { description: What happened.",
        `'400': { description: Refused. }\n        '200': { description: What happened.`,
      ],
    ],
    want: ['feature error-added - operations.events.list.responses.400: status 400 is declared [events.list] new 49:9'],
    back: ['fix error-removed -'],
  },
  {
    name: 'a status of an error with a body',
    edits: [
      [
        "'200': { description: What happened.",
        `'404': { $ref: '#/components/responses/Failure' }\n        '200': { description: What happened.`,
      ],
    ],
    want: ['feature error-added - operations.events.list.responses.404: status 404 is declared [events.list] new 49:9'],
    back: ['breaking error-body-removed received'],
  },
  {
    name: 'a text about a response',
    edits: [['description: What happened.', 'description: All that happened.']],
    want: ['fix docs-changed - operations.events.list.responses.200: the text changed [events.list] new 49:9'],
    back: ['fix docs-changed -'],
  },
  {
    name: 'a header that is gone',
    edits: [['headers: { X-Total: { required: true, schema: { type: integer } } }, ', '']],
    want: [
      'breaking header-removed received operations.books.list.responses.200.headers.X-Total: the header "X-Total" is gone [books.list] old 18:85',
    ],
    back: ['feature header-added -'],
  },
  {
    name: 'a header that is optional',
    edits: [['required: true, schema: { type: integer }', 'schema: { type: integer }']],
    want: [
      'breaking header-optional received operations.books.list.responses.200.headers.X-Total: the header "X-Total" is optional [books.list] new 18:69',
    ],
    back: ['feature header-required -'],
  },
  {
    name: 'a header of another type',
    edits: [['required: true, schema: { type: integer }', 'required: true, schema: { type: string }']],
    want: [
      'breaking type-changed received operations.books.list.responses.200.headers.X-Total: the type is string, and was integer [books.list] new 18:85',
    ],
    back: ['breaking type-changed received'],
  },
  {
    name: 'another resource of the client',
    edits: [['operationId: addReader\n      tags: [readers]', 'operationId: addReader\n      tags: [people]']],
    want: [
      'breaking method-moved - operations.addReader: client.readers.add is client.people.addReader [addReader] new 58:7',
    ],
    back: ['breaking method-moved -'],
  },
  {
    name: 'another address of one operation',
    edits: [['operationId: addReader', 'operationId: addReader\n      servers: [{ url: /v2 }]']],
    want: [
      'breaking operation-moved - operations.addReader: its calls go to "/v2", and went to the base address of the service [addReader] new 58:7',
    ],
    back: ['breaking operation-moved -'],
  },
  {
    name: 'another way to write a part of a body',
    edits: [
      [
        'photo: { type: string, format: binary } } } }',
        'photo: { type: string, format: binary } } }, encoding: { photo: { contentType: image/png } } }',
      ],
    ],
    want: [
      'breaking body-encoding-changed sent operations.addReader.body: fields of "multipart/form-data" are written in another way [addReader] new 60:80',
    ],
    back: ['breaking body-encoding-changed sent'],
  },
  {
    name: 'an operation that is paged no more',
    edits: [['nextPageToken: { type: string }', 'nextToken: { type: string }']],
    want: [
      'breaking paging-changed - operations.listReaders: pages are asked for, or told, in another way [listReaders] new 52:7',
      'breaking property-renamed received schemas.ReaderList.nextToken: the property "nextPageToken" is called "nextToken" [listReaders] new 106:175',
    ],
    back: ['breaking paging-changed -', 'breaking property-renamed received'],
  },
  {
    name: 'another parameter for the next page',
    edits: [['name: pageToken', 'name: page_token']],
    want: [
      'breaking parameter-renamed sent operations.listReaders.parameters.page_token: the parameter "pageToken" is called "page_token" [listReaders] new 54:20',
      'breaking paging-changed - operations.listReaders: pages are asked for, or told, in another way [listReaders] new 52:7',
    ],
    back: ['breaking parameter-renamed sent', 'breaking paging-changed -'],
  },
  {
    name: 'a range of successful statuses',
    edits: [["'200': { description: What happened.", "'2XX': { description: What happened."]],
    want: [
      'feature response-widened - operations.events.list.responses.2XX: the response comes with 2XX, and came with 200 [events.list] new 49:9',
    ],
    back: ['feature response-narrowed -'],
  },
  {
    name: 'a range with another body',
    edits: [
      ["'200': { description: What happened.", "'2XX': { description: What happened."],
      ['days: { type: number }', 'days: { type: string }'],
    ],
    want: [
      'feature response-widened - operations.events.list.responses.2XX: the response comes with 2XX, and came with 200 [events.list] new 49:9',
      'breaking type-changed received schemas.Lent.days: the type is string, and was number [events.list] new 103:88',
    ],
    back: ['feature response-narrowed -', 'breaking type-changed received'],
  },
  {
    name: 'a default that means success',
    edits: [["'200': { description: What happened.", 'default: { description: What happened.']],
    want: [
      'feature response-widened - operations.events.list.responses.default: the response comes with any status, and came with 200 [events.list] new 49:9',
    ],
    back: ['feature response-narrowed -'],
  },
  {
    name: 'links and examples',
    edits: [
      [
        "'200': { description: What happened., content: { application/json: {",
        "'200': { description: What happened., links: { first: { operationId: books.list } }, content: { application/json: { example: [],",
      ],
    ],
    want: [
      'fix docs-changed - operations.events.list.responses.200: the links to other operations changed [events.list] new 49:47',
      'fix docs-changed - operations.events.list.responses.200: the examples of "application/json" changed [events.list] new 49:125',
    ],
    back: ['fix docs-changed -'],
  },
  {
    name: 'an example of a parameter',
    edits: [['- { name: order, in: query,', '- { name: order, in: query, example: year,']],
    want: ['fix docs-changed - operations.books.list.parameters.order: the examples changed [books.list] new 13:37'],
    back: ['fix docs-changed -'],
  },
];
