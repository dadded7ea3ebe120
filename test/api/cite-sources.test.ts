import { expect, test } from 'vitest';
import { generate } from 'speccast';

const text = `
openapi: 3.1.0
info: { title: Shelf, version: v1 }
components:
  schemas:
    Book:
      type: object
      description: A book.
      x-source: shelf.md:3
      properties: { title: { type: string, description: Its title., x-source: 'shelf.md:4' } }
paths:
  /books:
    post:
      operationId: books.insert
      summary: Adds a book.
      x-source: shelf.md:9
      parameters: [{ name: shelf, in: query, schema: { type: string }, x-source: public }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '204': { description: Done. } }
`;

/** Counts the mentions of a source in each generated file that has any: `{ 'api.md': 3 }`. */
async function countSources(sources: boolean): Promise<Readonly<Record<string, number>>> {
  const { files, diagnostics } = await generate({ spec: { file: 'shelf.yaml', text }, format: false, sources });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = files
    .filter(({ path }) => path.startsWith('src/') || path.endsWith('.md'))
    .map((file): [string, number] => [file.path, file.text.match(/shelf\.md:\d|public facts/g)?.length ?? 0]);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

test('without `sources`, only the reference page `api.md` names them', async () => {
  expect(await countSources(false)).toEqual({ 'api.md': 3 });
});

test('with `sources`, doc comments name them, too', async () => {
  expect(await countSources(true)).toEqual({
    'api.md': 3,
    'src/client/books.ts': 1,
    'src/models/books.ts': 2,
    'src/operations/books.ts': 1,
  });
});
