import { describe, expect, test } from 'vitest';
import { diffSpecs } from 'speccast';
import { changesBetween } from './changes.js';
import { library } from './library.js';

/** A document whose one operation sends and receives values of a schema. */
function documentOf(schema: string): string {
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
const name = `{ $ref: '#/components/schemas/Name' }`;
const nothing = `{ type: 'null' }`;

describe('two spellings of the same are no change, either way', () => {
  test.each([
    [
      'a reference and what it leads to',
      size,
      '{ type: object, properties: { width: { type: string, maxLength: 3 } } }',
    ],
    ['allOf of one', size, `{ allOf: [${size}] }`],
    ['oneOf of one', size, `{ oneOf: [${size}] }`],
    ['a type that may be null', `{ type: [string, 'null'] }`, `{ anyOf: [{ type: string }, ${nothing}] }`],
    ['a reference that may be null', `{ anyOf: [${size}, ${nothing}] }`, `{ oneOf: [${nothing}, ${size}] }`],
    ['an enum that may be null', `{ enum: [a, b, null] }`, `{ anyOf: [{ type: string, enum: [a, b] }, ${nothing}] }`],
    ['a constant', '{ type: string, const: a }', '{ enum: [a] }'],
    [
      'allOf of a reference and more',
      `{ allOf: [${size}, { required: [a], properties: { a: {} } }] }`,
      '{ type: object, required: [a], properties: { a: {}, width: { type: string, maxLength: 3 } } }',
    ],
    ['the order of allOf', `{ allOf: [${size}, ${name}] }`, `{ allOf: [${name}, ${size}] }`],
    [
      'allOf in allOf',
      '{ allOf: [{ allOf: [{ type: string }] }, { maxLength: 3 }] }',
      '{ type: string, maxLength: 3 }',
    ],
    ['the order of a union', `{ oneOf: [${size}, ${name}] }`, `{ oneOf: [${name}, ${size}] }`],
    [
      'a union with a member that has a name',
      '{ oneOf: [{ type: object, required: [name], properties: { name: { type: string } } }, { type: string }] }',
      `{ oneOf: [${name}, { type: string }] }`,
    ],
    ['several types', '{ type: [string, integer] }', '{ oneOf: [{ type: string }, { type: integer }] }'],
    ['items of any kind', '{ type: array, items: true }', '{ type: array }'],
    [
      'a bound of whole numbers that is excluded',
      '{ type: integer, exclusiveMinimum: 0, exclusiveMaximum: 31 }',
      '{ type: integer, minimum: 1, maximum: 30 }',
    ],
    ['limits that say nothing', '{ type: string, minLength: 0 }', '{ type: string }'],
    [
      'the order of keys',
      '{ type: object, required: [a, b], properties: { a: { type: string }, b: {} } }',
      '{ properties: { b: {}, a: { type: string } }, required: [b, a], type: object }',
    ],
  ])('%s', (_, one, other) => {
    expect(changesBetween(documentOf(one), documentOf(other))).toEqual([]);
    expect(changesBetween(documentOf(other), documentOf(one))).toEqual([]);
  });
});

describe('two documents that say the same have not changed', () => {
  test('comments, blank lines and the order of operations', () => {
    const [head = '', paths = '', tail = ''] = library.split(/^(?=paths:|webhooks:)/m);
    const items = paths.split(/^(?= {2}\/)/m);
    const turned = [...items.slice(0, 1), ...items.slice(1).toReversed()].join('');
    expect(turned).not.toBe(paths);
    expect(changesBetween(library, `# A library.\n\n${head}${turned}${tail}`)).toEqual([]);
  });

  test.each([
    ['a base address with a slash at its end', 'library.example/v1', 'library.example/v1/'],
    ['a header in other letters', 'name: X-Key', 'name: x-key'],
    ['the usual charset of JSON', 'content: { application/json:', "content: { 'application/json; charset=utf-8':"],
  ])('%s', (_, from, to) => {
    const other = library.replaceAll(from, to);
    expect(other).not.toBe(library);
    expect(changesBetween(library, other)).toEqual([]);
    expect(changesBetween(other, library)).toEqual([]);
  });

  test('YAML and JSON', async () => {
    const { parse } = await import('yaml');
    expect(changesBetween(library, JSON.stringify(parse(library)))).toEqual([]);
  });

  test('OpenAPI 3.0 and 3.1', () => {
    const schema = (text: string): string =>
      documentOf(`{ type: object, properties: { a: ${text} } }`).replace(
        '3.1.0',
        text.includes('nullable') ? '3.0.3' : '3.1.0',
      );
    const old = schema('{ type: string, nullable: true, maxLength: 3 }');
    const now = schema(`{ type: [string, 'null'], maxLength: 3 }`);
    expect(changesBetween(old, now)).toEqual([]);
    expect(changesBetween(now, old)).toEqual([]);
  });

  test('one file and several', () => {
    const inline = '{ type: object, properties: { width: { type: string, maxLength: 3 } } }';
    const root = documentOf(`{ $ref: 'sizes.yaml#/Size' }`).replace(`    Size: ${inline}\n`, '');
    expect(root).not.toContain(inline);
    const { changes } = diffSpecs({
      before: { spec: { file: 'things.yaml', text: documentOf(size) } },
      after: {
        spec: { file: 'things.yaml', text: root },
        readFile: (path) => (path === 'sizes.yaml' ? `Size: ${inline}` : undefined),
      },
    });
    expect(changes).toEqual([]);
  });
});
