import { describe, expect, test } from 'vitest';
import type { Api } from 'speccast';
import { lowerApi } from '../api/lower.js';
import { Diagnostics, readSpec } from '../spec/read-text.js';
import { compareApis } from '../../generator/drift/compare-apis.js';

const ours = `openapi: 3.1.0
info: { title: Library, version: v1 }
servers: [{ url: /v1 }, { url: "https://library.example/v1" }]
paths:
  /books:
    get:
      operationId: books.list
      security: [{ oauth2: [read] }, { oauth2: [write] }]
      parameters:
        - { name: order, in: query, schema: { type: string, enum: [title, year] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50, default: 5 } }
      responses:
        '200': { description: Books., content: { application/json: { schema: { $ref: '#/components/schemas/BookList' } } } }
  /books/{id}:
    put:
      operationId: books.update
      x-media: { mediaTypes: [image/png], maxBytes: 10, upload: { path: /upload/v1/books, protocols: [media] } }
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '204': { description: Done. } }
components:
  securitySchemes: { oauth2: { type: oauth2, flows: {} } }
  schemas:
    BookList:
      type: object
      properties:
        kind: { type: string, const: list }
        items: { type: array, items: { $ref: '#/components/schemas/Book' } }
    Book:
      type: object
      properties:
        title: { type: string }
        pages: { type: string, format: int64 }
        position: { $ref: '#/components/schemas/Place' }
        tags: { type: object, additionalProperties: { type: string } }
    Place: { type: object, properties: { shelf: { type: string } } }
    Unused: { type: object, properties: { anything: { type: string } } }
`;

function read(text: string): Api {
  const diagnostics = new Diagnostics();
  const document = readSpec({ file: 'library.yaml', text }, { readFile: () => undefined, diagnostics });
  const api = document && lowerApi(document, { name: 'library', diagnostics });
  if (api === undefined) throw new Error(JSON.stringify(diagnostics.list));
  return api;
}

function drift(...changes: readonly (readonly [string, string])[]): readonly string[] {
  let theirs = ours;
  for (const [from, to] of changes) {
    expect(theirs).toContain(from);
    theirs = theirs.replace(from, to);
  }
  return compareApis(read(ours), read(theirs)).map(({ at, says }) => `${at}: ${says}`);
}

describe('compareApis', () => {
  test('finds nothing between a document and itself', () => {
    expect(drift()).toEqual([]);
  });

  test.each([
    [
      'an operation that is gone',
      [['books.update', 'books.replace']],
      ['operations.books.update: only in the spec', 'operations.books.replace: not in the spec'],
    ],
    ['a method', [['    put:', '    patch:']], ['operations.books.update.method: "PUT" in the spec, "PATCH" outside']],
    [
      'a path',
      [['  /books/{id}:', '  /book/{id}:']],
      [
        'operations.books.update.path: ["/v1/books/{id}","/v1/books/{id}"] in the spec, ["/v1/book/{id}","/v1/book/{id}"] outside',
      ],
    ],
    [
      'a parameter',
      [['name: limit', 'name: most']],
      [
        'operations.books.list.parameters.limit: only in the spec',
        'operations.books.list.parameters.most: not in the spec',
      ],
    ],
    [
      'a required parameter',
      [['name: order, in: query', 'name: order, required: true, in: query']],
      ['operations.books.list.parameters.order.required: false in the spec, true outside'],
    ],
    [
      'values of a parameter',
      [['[title, year]', '[year, author]']],
      [
        'operations.books.list.parameters.order.enum.title: only in the spec',
        'operations.books.list.parameters.order.enum.author: not in the spec',
      ],
    ],
    [
      'bounds and defaults',
      [['maximum: 50, default: 5', 'default: 6']],
      [
        'operations.books.list.parameters.limit.maximum: 50 in the spec, nothing outside',
        'operations.books.list.parameters.limit.default: 5 in the spec, 6 outside',
      ],
    ],
    [
      'scopes',
      [['oauth2: [write]', 'oauth2: [admin]']],
      ['operations.books.list.scopes.write: only in the spec', 'operations.books.list.scopes.admin: not in the spec'],
    ],
    [
      'a deprecation',
      [['operationId: books.list', 'operationId: books.list\n      deprecated: true']],
      ['operations.books.list.deprecated: false in the spec, true outside'],
    ],
    [
      'media',
      [['mediaTypes: [image/png], maxBytes: 10', 'mediaTypes: [image/gif], maxBytes: 11']],
      [
        'operations.books.update.media.mediaTypes.image/png: only in the spec',
        'operations.books.update.media.mediaTypes.image/gif: not in the spec',
        'operations.books.update.media.maxBytes: 10 in the spec, 11 outside',
      ],
    ],
    [
      'a request',
      [
        [
          "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }\n",
          'x-facts: [{ fact: a, x-source: public }]\n',
        ],
      ],
      ['operations.books.update.request: only in the spec'],
    ],
    [
      'the schema of a request',
      [
        [
          "application/json: { schema: { $ref: '#/components/schemas/Book' } } } }\n",
          "application/json: { schema: { $ref: '#/components/schemas/Place' } } } }\n",
        ],
      ],
      ['operations.books.update.request.$ref: "Book" in the spec, "Place" outside'],
    ],
    [
      'a constant',
      [['const: list', 'const: books']],
      ['schemas.BookList.properties.kind.const: "list" in the spec, "books" outside'],
    ],
    [
      'a property',
      [['title: {', 'name: {']],
      ['schemas.Book.properties.title: only in the spec', 'schemas.Book.properties.name: not in the spec'],
    ],
    [
      'a format',
      [['format: int64', 'format: uint64']],
      ['schemas.Book.properties.pages.format: "int64" in the spec, "uint64" outside'],
    ],
    [
      'what a map holds',
      [['additionalProperties: { type: string }', 'additionalProperties: { type: integer }']],
      ['schemas.Book.properties.tags.additionalProperties.type: ["string"] in the spec, ["integer"] outside'],
    ],
    [
      'an object that only one side names, looked into',
      [
        [
          "position: { $ref: '#/components/schemas/Place' }",
          'position: { type: object, properties: { room: { type: string } } }',
        ],
      ],
      [
        'schemas.Book.properties.position.properties.shelf: only in the spec',
        'schemas.Book.properties.position.properties.room: not in the spec',
      ],
    ],
  ] as const)('finds %s', (_, changes, want) => {
    expect(drift(...changes)).toEqual(want);
  });

  test('leaves schemas alone that no operation of both reaches', () => {
    expect(drift(['anything: { type: string }', 'anything: { type: integer }'])).toEqual([]);
  });

  test('points to the spec, or to the other document where the spec has nothing', () => {
    const theirs = read(ours.replace('title: {', 'name: {'));
    expect(compareApis(read(ours), theirs).map(({ position }) => `${position.line}:${position.column}`)).toEqual([
      '32:16',
      '32:15',
    ]);
  });
});
