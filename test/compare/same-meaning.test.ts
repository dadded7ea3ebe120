import { describe, expect, test } from 'vitest';
import { diffSpecs } from 'speccast';
import { compareTexts } from './changes.js';
import { library } from './library.js';
import { readRows } from '../rows.js';

/** Builds a document with one operation that sends and receives values of a schema. */
function buildDocument(schema: string): string {
  return `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: things.insert
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { '200': { description: Fine., content: { application/json: { schema: ${schema} } } } }
components:
  schemas:
    Size: { type: object, properties: { width: { type: string, maxLength: 3 } } }
    Name: { type: object, required: [name], properties: { name: { type: string } } }
`;
}

const size = `{ $ref: '#/components/schemas/Size' }`;

describe('two spellings of a schema are no change, in either direction', () => {
  test.each(readRows(import.meta.url).rows<readonly [string, string, string]>('spellings'))('%s', (_, one, other) => {
    expect(compareTexts(buildDocument(one), buildDocument(other))).toEqual([]);
    expect(compareTexts(buildDocument(other), buildDocument(one))).toEqual([]);
  });
});

describe('two documents with the same meaning have no changes', () => {
  test('comments, blank lines and the order of operations', () => {
    const [head = '', paths = '', tail = ''] = library.split(/^(?=paths:|webhooks:)/m);
    const items = paths.split(/^(?= {2}\/)/m);
    const reversed = [...items.slice(0, 1), ...items.slice(1).toReversed()].join('');
    expect(reversed).not.toBe(paths);
    expect(compareTexts(library, `# A library.\n\n${head}${reversed}${tail}`)).toEqual([]);
  });

  test.each([
    ['a server URL with a slash at its end', 'library.example/v1', 'library.example/v1/'],
    ['a header in small letters', 'name: X-Key', 'name: x-key'],
    ['the usual charset of JSON', 'content: { application/json:', "content: { 'application/json; charset=utf-8':"],
  ])('%s', (_, from, to) => {
    const other = library.replaceAll(from, to);
    expect(other).not.toBe(library);
    expect(compareTexts(library, other)).toEqual([]);
    expect(compareTexts(other, library)).toEqual([]);
  });

  test('YAML and JSON', async () => {
    const { parse } = await import('yaml');
    expect(compareTexts(library, JSON.stringify(parse(library)))).toEqual([]);
  });

  test('OpenAPI 3.0 and 3.1', () => {
    const schema = (text: string): string =>
      buildDocument(`{ type: object, properties: { a: ${text} } }`).replace(
        '3.1.0',
        text.includes('nullable') ? '3.0.3' : '3.1.0',
      );
    const old = schema('{ type: string, nullable: true, maxLength: 3 }');
    const now = schema(`{ type: [string, 'null'], maxLength: 3 }`);
    expect(compareTexts(old, now)).toEqual([]);
    expect(compareTexts(now, old)).toEqual([]);
  });

  test('one file and several', () => {
    const inline = '{ type: object, properties: { width: { type: string, maxLength: 3 } } }';
    const root = buildDocument(`{ $ref: 'sizes.yaml#/Size' }`).replace(`    Size: ${inline}\n`, '');
    expect(root).not.toContain(inline);
    const { changes } = diffSpecs({
      before: { spec: { file: 'things.yaml', text: buildDocument(size) } },
      after: {
        spec: { file: 'things.yaml', text: root },
        readFile: (path) => (path === 'sizes.yaml' ? `Size: ${inline}` : undefined),
      },
    });
    expect(changes).toEqual([]);
  });
});
