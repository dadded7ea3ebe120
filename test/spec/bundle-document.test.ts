import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerApi } from '../api/lower.js';
import { Diagnostics, head, readRight } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Reads a document and its other files, and returns the bundled document of the API. */
function bundleText(text: string, files: Readonly<Record<string, string>> = {}): JsonObject {
  const { document } = lowerApi(readRight(text, { files }), { name: 'test', diagnostics: new Diagnostics() });
  return JSON.parse(JSON.stringify(document));
}

/** Returns the components of the bundled document. `components` is YAML in one line. */
function bundle(components: string, files: Readonly<Record<string, string>> = {}): JsonObject {
  return bundleText(`${head}components: ${components}\n`, files)['components'] as JsonObject; // as: the document has components
}

describe('a document of several files', () => {
  test.each([
    "{ A: { $ref: '#/components/schemas/B' }, B: {} }",
    "{ A: { $ref: '#/components/schemas/x%20y' }, x y: { $ref: '#/components/schemas/B' }, B: {} }",
  ])('stays the same object if all references are pointers within the file: %s', (schemas) => {
    const document = readRight(`${head}components: { schemas: ${schemas} }\n`);
    expect(lowerApi(document, { name: 'test', diagnostics: new Diagnostics() }).document).toBe(document.root);
  });

  table('contains the parts of other files, each once, under free names', ({ want }: { want: unknown }) => {
    const files = {
      'b.yaml': "B: { items: { $ref: '#/C' } }\nC: { not: { $ref: '#/B' } }\n",
    };
    expect(bundle("{ schemas: { A: { $ref: 'b.yaml#/B' }, B: { $ref: 'b.yaml#/B', minLength: 1 } } }", files)).toEqual(
      want,
    );
  });

  table('refers to itself by fragments, also where another file names it', ({ want }: { want: unknown }) => {
    const files = {
      'b.yaml': "{ items: { $ref: 'api.yaml#/components/schemas/x%20y' } }",
    };
    expect(bundle("{ schemas: { A: { $ref: 'b.yaml' }, x y: { type: string } } }", files)).toEqual(want);
  });

  table('keeps every kind of object in its section of the components', ({ want }: { want: unknown }) => {
    const files = {
      'b.yaml': "P: { name: p, in: query, schema: { $ref: '#/S' } }\nS: true\nR: { description: r }\n",
    };
    expect(
      bundle("{ parameters: { A: { $ref: 'b.yaml#/P' } }, responses: { A: { $ref: 'b.yaml#/R' } } }", files),
    ).toEqual(want);
  });

  test('contains path items of other files at their paths', () => {
    const files = {
      'b.yaml': "get: { operationId: a, responses: { '204': { description: a } } }\n",
    };
    const text = `${head}paths: { /a: { $ref: 'b.yaml', summary: Own. } }\n`;
    expect(bundleText(text, files)['paths']).toEqual({
      '/a': {
        get: { operationId: 'a', responses: { 204: { description: 'a' } } },
        summary: 'Own.',
      },
    });
  });

  test('maps the values of discriminators to the new places of their schemas', () => {
    const files = {
      'b.yaml': 'B: { type: object, required: [k], properties: { k: { type: string } } }\n',
    };
    const schema =
      "{ oneOf: [{ $ref: 'b.yaml#/B' }], discriminator: { propertyName: k, mapping: { b: 'b.yaml#/B' } } }";
    expect(bundle(`{ schemas: { A: ${schema} } }`, files)).toMatchObject({
      schemas: {
        A: {
          discriminator: {
            propertyName: 'k',
            mapping: { b: '#/components/schemas/B' },
          },
        },
      },
    });
  });

  test('has a `defaultMapping` to the new place of its schema', () => {
    const files = {
      'b.yaml': 'B: { type: object, properties: { k: { type: string } } }\n',
    };
    const schema =
      "{ oneOf: [{ $ref: 'b.yaml#/B' }], discriminator: { propertyName: k, defaultMapping: 'b.yaml#/B' } }";
    const text = `${head.replace('3.1.0', '3.2.0')}components: { schemas: { A: ${schema} } }\n`;
    expect(bundleText(text, files)).toMatchObject({
      components: {
        schemas: {
          A: { discriminator: { defaultMapping: '#/components/schemas/B' } },
        },
      },
    });
  });
});

describe('a document with `$id` and `$anchor`', () => {
  table('is bundled with pointers in place of them', ({ want }: { want: unknown }) => {
    expect(
      bundle(
        "{ schemas: { A: { items: { $ref: 'https://a.test/b' } }, B: { $id: 'https://a.test/b', not: { $ref: '#/$defs/C' }, $defs: { C: { $anchor: c } } }, D: { not: { $ref: 'https://a.test/b#c' } } } }",
      ),
    ).toEqual(want);
  });
});
