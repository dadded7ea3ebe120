import { writeTexts } from '../output/temporary-folder.js';

/** A service of books, and the user's own code in its package. */
export const shelf: Record<'specs/speccast.yaml' | 'specs/shelf.yaml' | 'node_modules/.keep', string> = {
  'specs/speccast.yaml': `services:
  shelf: { spec: shelf.yaml, package: '@acme/shelf', out: ../generated/shelf }
`,
  'specs/shelf.yaml': `openapi: 3.1.0
info: { title: Shelf, version: '1' }
servers: [{ url: https://shelf.example }]
components:
  schemas:
    Book:
      type: object
      x-resource: { table: books }
      required: [title]
      properties: { id: { type: string, readOnly: true }, title: { type: string }, pages: { type: integer } }
paths:
  /books:
    get:
      operationId: books.list
      x-action: { list: books, items: items }
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema: { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
    post:
      operationId: books.insert
      x-action: { insert: books }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
`,
  'node_modules/.keep': '',
};

/** The folder that is the user's own. */
export const folder = 'generated/shelf/src/custom';

/** What is in it. */
export const custom: Readonly<Record<string, string>> = {
  [`${folder}/index.ts`]: `import type { Book } from '../models/books.js';

/** Whether a book takes a while. */
export function isLong(book: Book): boolean {
  return (book.pages ?? 0) > 500;
}
`,
  [`${folder}/isbn.ts`]: `/** Whether a text is an ISBN. */
export const isIsbn = (text: string): boolean => /^\\d{13}$/.test(text);
`,
  [`${folder}/client/books.ts`]: `import { BooksResource as Generated } from '../../client/books.js';
import type { Book } from '../../models/books.js';

/** Calls of the resource \`books\`, and ours. */
export class BooksResource extends Generated {
  /** The first book, if there is one. */
  async first(): Promise<Book | undefined> {
    const { items = [] } = await this.list();
    return items[0];
  }
}
`,
  [`${folder}/isbn.test.ts`]: `import { expect } from 'vitest';
expect(1).toBe(1);
`,
  [`${folder}/notes.md`]: 'Notes.\n',
};

/** Writes a project whose package has code of the user's own. */
export function writeShelf(cwd: string, more: Readonly<Record<string, string>> = {}): void {
  writeTexts(cwd, { ...shelf, ...custom, ...more });
}
