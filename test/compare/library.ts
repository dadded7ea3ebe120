/** A document of a service, which the rows of `changes/` edit. */
export const library: string = `openapi: 3.1.0
info: { title: Library, version: 1.2.3, description: Books and readers. }
servers: [{ url: 'https://library.example/v1' }, { url: 'https://{place}.example', variables: { place: { default: eu, enum: [eu, us] } } }]
security: [{ token: [read] }]
paths:
  /books:
    get:
      operationId: books.list
      tags: [books]
      summary: All books.
      x-quota: { cost: 2 }
      parameters:
        - { name: order, in: query, schema: { type: string, enum: [title, year] } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50, default: 5 } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { $ref: '#/components/parameters/Fields' }
      responses:
        '200': { description: Books., headers: { X-Total: { required: true, schema: { type: integer } } }, content: { application/json: { schema: { $ref: '#/components/schemas/BookList' } } } }
        '404': { $ref: '#/components/responses/Failure' }
    post:
      operationId: books.insert
      tags: [books]
      x-limit: { atMost: 10, of: books, per: owner, reason: tooMany, status: 400 }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses:
        '201': { description: The book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '404': { $ref: '#/components/responses/Failure' }
  /books/{id}:
    get:
      operationId: books.get
      tags: [books]
      security: []
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { $ref: '#/components/parameters/Fields' }
      responses:
        '200': { description: The book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
    patch:
      operationId: books.update
      tags: [books]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Change' } }, text/plain: { schema: { type: string } } } }
      responses: { '204': { description: Done. } }
  /events:
    get:
      operationId: events.list
      tags: [events]
      responses:
        '200': { description: What happened., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Event' } } } } }
  /readers:
    get:
      operationId: listReaders
      tags: [readers]
      parameters: [{ name: pageToken, in: query, schema: { type: string } }]
      responses:
        '200': { description: Readers., content: { application/json: { schema: { $ref: '#/components/schemas/ReaderList' } } } }
    post:
      operationId: addReader
      tags: [readers]
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { name: { type: string }, photo: { type: string, format: binary } } } } } }
      responses: { '204': { description: Done. } }
webhooks:
  returned:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Return' } } } }
      responses: { '200': { description: Thanks., content: { application/json: { schema: { $ref: '#/components/schemas/Answer' } } } } }
components:
  securitySchemes:
    token: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://library.example/auth', scopes: { read: Reads., write: Writes. } } } }
    key: { type: apiKey, in: header, name: X-Key }
  parameters:
    Fields: { name: fields, in: query, description: What to answer., schema: { type: string, maxLength: 100 } }
  responses:
    Failure: { description: What went wrong., content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }
  schemas:
    BookList:
      type: object
      required: [items]
      properties:
        items: { type: array, maxItems: 50, items: { $ref: '#/components/schemas/Book' } }
        next: { type: string }
    Book:
      type: object
      required: [title]
      description: A book.
      x-resource: { table: books, key: id }
      properties:
        id: { type: string, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 200 }
        pages: { type: integer, format: int32, minimum: 1 }
        state: { type: string, enum: [lent, there] }
        size: { type: integer, enum: [1, 2] }
        isbn: { type: string, pattern: '^[0-9]+$' }
        author: { $ref: '#/components/schemas/Author' }
        similar: { type: array, items: { $ref: '#/components/schemas/Book' } }
        labels: { type: object, additionalProperties: { type: string } }
        code: { type: string, writeOnly: true }
    Author: { type: object, properties: { name: { type: string } } }
    Change: { type: object, additionalProperties: false, properties: { title: { type: string, maxLength: 200, default: Untitled }, note: { type: [string, 'null'] } } }
    Event:
      oneOf: [{ $ref: '#/components/schemas/Lent' }, { $ref: '#/components/schemas/Damaged' }]
      discriminator: { propertyName: kind }
    Lent: { type: object, required: [kind], properties: { kind: { const: Lent }, days: { type: number } } }
    Damaged: { type: object, required: [kind], properties: { kind: { const: Damaged }, point: { type: array, prefixItems: [{ type: number }, { type: number }] } } }
    Return: { type: object, required: [book], properties: { book: { type: string }, late: { type: boolean } } }
    ReaderList: { type: object, properties: { items: { type: array, items: { type: object, additionalProperties: true, properties: { name: { type: string } } } }, nextPageToken: { type: string } } }
    Answer: { type: object, properties: { fee: { type: number } } }
    Failure: { type: object, required: [message], properties: { message: { type: string } } }
    Unused: { type: object, properties: { word: { type: string, maxLength: 10 }, sign: { type: string } } }
`;
