import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { head, read, readRight, type ReadingOptions } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** A document whose schema `A` is given. */
function withSchema(schema: string, more = ''): string {
  return `${head}components:\n  schemas:\n    A: ${schema}\n${more}`;
}

/** Where the reference of schema `A` leads. */
function targetOf(
  text: string,
  options: ReadingOptions = {},
): { readonly id: string; readonly value: unknown } | undefined {
  const document = readRight(text, options);
  const node = document.openapi.components?.schemas?.['A'];
  if (!isJsonObject(node)) throw new Error('A is no object');
  return document.resolve(node);
}

describe('references', () => {
  test('follow chains to their end', () => {
    const more = "    B: { $ref: '#/components/schemas/C' }\n    C: { type: string }\n";
    const want = { id: '#/components/schemas/C', value: { type: 'string' } };
    expect(targetOf(withSchema("{ $ref: '#/components/schemas/B' }", more))).toEqual(want);
  });

  test('stop at a schema whose reference has siblings that count', () => {
    const more = "    B: { $ref: '#/components/schemas/C', minLength: 1 }\n    C: { type: string }\n";
    expect(targetOf(withSchema("{ $ref: '#/components/schemas/B' }", more))?.id).toBe('#/components/schemas/B');
  });

  test('lead into paths, through escapes and indices', () => {
    const more =
      'paths:\n  "/a b/{id}":\n    get:\n      parameters:\n        - { name: id, in: path, required: true, schema: { type: string } }\n';
    const reference = '#/paths/~1a%20b~1%7Bid%7D/get/parameters/0/schema';
    const want = { id: '#/paths/~1a b~1{id}/get/parameters/0/schema', value: { type: 'string' } };
    expect(targetOf(withSchema(`{ $ref: '${reference}' }`, more))).toEqual(want);
  });

  test('lead to boolean schemas', () => {
    expect(targetOf(withSchema("{ $ref: '#/components/schemas/B' }", '    B: true\n'))?.value).toBe(true);
  });

  test('lead to anchors', () => {
    const more = '    B: { $anchor: b, type: string }\n';
    expect(targetOf(withSchema("{ $ref: '#b' }", more))?.id).toBe('#/components/schemas/B');
  });

  test('lead to schemas by their $id, and into them', () => {
    const more = '    B: { $id: "https://example.com/b", $defs: { c: { type: string } } }\n';
    expect(targetOf(withSchema("{ $ref: 'https://example.com/b' }", more))?.id).toBe('#/components/schemas/B');
    expect(targetOf(withSchema("{ $ref: 'https://example.com/b#/$defs/c' }", more))?.id).toBe(
      '#/components/schemas/B/$defs/c',
    );
  });

  test('take example data for data', () => {
    const example =
      "{ default: { $ref: '#/nowhere' }, enum: [{ $ref: '#/nowhere' }], example: { $anchor: a, $ref: x }, x-a: { $ref: y } }";
    expect(read(withSchema(example)).messages).toEqual([]);
  });

  test('take a property called $ref for a property', () => {
    expect(read(withSchema('{ properties: { $ref: { type: string } } }')).messages).toEqual([]);
  });

  table('%s is unknown', (reference: string, want: string) => {
    expect(read(withSchema(`{ $ref: ${reference} }`)).messages).toEqual([
      `api.yaml:5:16 error unknown-reference: ${want}`,
    ]);
  });

  test('out of the folder are rejected and not read', () => {
    const asked: string[] = [];
    const files = new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.push(String(name)) });
    expect(read(withSchema('{ $ref: ../secret.yaml }'), { files }).messages).toEqual([
      'api.yaml:5:16 error refused-reference: "../secret.yaml" leaves the folder of the spec; only files in the folder of the spec are read, and what `refs` or `generate --allow-ref` names',
    ]);
    expect(asked).toEqual([]);
  });

  test('that lead back to themselves are reported once', () => {
    const more = "    B: { $ref: '#/components/schemas/A' }\n    C: { $ref: '#/components/schemas/A' }\n";
    expect(read(withSchema("{ $ref: '#/components/schemas/B' }", more)).messages).toEqual([
      'api.yaml:6:16 error endless-reference: "#/components/schemas/A" refers back to itself',
    ]);
  });

  test('to the wrong kind of component are reported', () => {
    const more = 'paths:\n  /a:\n    get:\n      parameters:\n        - $ref: "#/components/schemas/A"\n';
    expect(read(withSchema('{ type: string }', more)).messages).toEqual([
      'api.yaml:10:17 error wrong-reference: "#/components/schemas/A" is a schema, not a parameter',
    ]);
  });

  test('that cannot stand where they are are reported', () => {
    expect(read(withSchema('{ type: object, properties: { $ref: "#/components/schemas/A" } }')).messages).toEqual([
      'api.yaml:5:38 error misplaced-reference: a "$ref" is not allowed here',
    ]);
  });

  test('with a broken percent escape are unknown, beside schemas with an $id, too', () => {
    const more = '    C: { $id: c, $defs: { a: true } }\n';
    expect(read(withSchema("{ $ref: '#/components/schemas/B%' }", more)).messages).toEqual([
      'api.yaml:5:16 error unknown-reference: "#/components/schemas/B%" does not exist',
    ]);
    expect(read(withSchema("{ $ref: 'c#/%$defs' }", more)).messages).toEqual([
      'api.yaml:5:16 error unknown-reference: the file of "c#/%$defs" does not exist or may not be read',
    ]);
  });

  test('of any text give diagnostics, never an exception', () => {
    const pieces = fc.constantFrom('#', '/', '%', '%E0', '%25', '..', '~', ':', 'http:', '?', '[', '@', 'c', '\ud800');
    const start = fc.constantFrom('', '#', '#/', 'c#/', 'http://');
    const rest = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 5 });
    const reference = fc.tuple(start, rest).map(([first, parts]) => first + parts.join(''));
    const info = { title: 'Test', version: '1' };
    fc.assert(
      fc.property(reference, reference, (ref, id) => {
        const schemas = { A: { $ref: ref, $dynamicRef: ref }, B: { $id: id }, C: { $id: 'c', $ref: `c${ref}` } };
        const text = JSON.stringify({ openapi: '3.1.0', info, components: { schemas } });
        const file = '{ "a": { "$id": "b", "$ref": "#/a" } }';
        const files = new Proxy({}, { get: (_, name) => (String(name) === 'api.json' ? undefined : file) });
        const { document, messages } = read(text, { file: 'api.json', files });
        expect(document !== undefined || messages.length > 0).toBe(true);
      }),
    );
  });

  test('are followed along 20,000 links', () => {
    const links = Array.from(
      { length: 20_000 },
      (_, index) => `"A${index || ''}": {"$ref": "#/components/schemas/A${index + 1}"}`,
    );
    const text = `{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "components": {"schemas": {${links.join(', ')}, "A20000": true}}}`;
    expect(targetOf(text, { file: 'a.json' })).toEqual({ id: '#/components/schemas/A20000', value: true });
  });
});

describe('references to other files', () => {
  const files = {
    'specs/parts/b.yaml': "B: { $ref: '#/C' }\nC: { type: object, properties: { d: { $ref: d.json } } }\n",
    'specs/parts/d.json': '{"type": "strng"}',
  };

  test('are resolved from the file they stand in, and ids are relative to the root file', () => {
    const right = { ...files, 'specs/parts/d.json': '{"type": "string"}' };
    const document = readRight(withSchema('{ $ref: parts/b.yaml#/B }'), { file: 'specs/api.yaml', files: right });
    const { id, value } = document.resolve(document.openapi.components?.schemas?.['A'] as JsonObject) ?? {};
    expect(id).toBe('parts/b.yaml#/C');
    const property = (value as { properties: { d: JsonObject } }).properties.d;
    expect(document.idOf(property)).toBe('parts/b.yaml#/C/properties/d');
    expect(document.resolve(property)).toEqual({ id: 'parts/d.json#', value: { type: 'string' } });
  });

  test('have their targets validated, with places in their files', () => {
    expect(read(withSchema('{ $ref: parts/b.yaml#/B }'), { file: 'specs/api.yaml', files }).messages).toEqual([
      'specs/parts/d.json:1:10 error invalid-value: "type" cannot be "strng"; did you mean "string"?',
    ]);
  });

  test('report a broken file once, where it is broken', () => {
    const broken = { 'b.json': '{' };
    expect(read(withSchema('{ anyOf: [{ $ref: b.json }, { $ref: b.json }] }'), { files: broken }).messages).toEqual([
      'b.json:1:2 error invalid-json: a key in double quotes is missing',
    ]);
  });

  test('may lead back into the root file', () => {
    const back = { 'b.yaml': "$ref: 'api.yaml#/components/schemas/Z'" };
    expect(targetOf(withSchema('{ $ref: b.yaml }', '    Z: { type: string }\n'), { files: back })?.id).toBe(
      '#/components/schemas/Z',
    );
  });
});
