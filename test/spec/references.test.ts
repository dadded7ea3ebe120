import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { head, read, readRight, type ReadingOptions } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Builds a document with a schema `A` and further lines. */
function buildDocument(schema: string, more = ''): string {
  return `${head}components:\n  schemas:\n    A: ${schema}\n${more}`;
}

/** Resolves the reference of schema `A`. */
function resolveSchema(
  text: string,
  options: ReadingOptions = {},
): { readonly id: string; readonly value: unknown } | undefined {
  const document = readRight(text, options);
  const node = document.openapi.components?.schemas?.['A'];
  if (!isJsonObject(node)) throw new Error('A is no object');
  return document.resolve(node);
}

/** A schema `A` with further lines and files, and the id and value that it resolves to, or the messages about it. */
interface ReferenceRow {
  readonly schema: string;
  readonly more?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly id?: string;
  readonly value?: unknown;
  /** Expected messages if `id` is absent. Default: none. */
  readonly messages?: readonly string[];
}

describe('references', () => {
  table('of a schema', ({ schema, more, id, value, messages = [], ...options }: ReferenceRow) => {
    const text = buildDocument(schema, more);
    if (id === undefined) return expect(read(text, options).messages).toEqual(messages);
    const target = resolveSchema(text, options);
    expect(target).toEqual({ id, value: value ?? target?.value });
  });

  table('%s is unknown', (reference: string, want: string) => {
    expect(read(buildDocument(`{ $ref: ${reference} }`)).messages).toEqual([
      `api.yaml:5:16 error unknown-reference: ${want}`,
    ]);
  });

  test('to files outside the folder are rejected, and the files are not read', () => {
    const readFiles: string[] = [];
    const files = new Proxy<Record<string, string>>({}, { get: (_, name) => void readFiles.push(String(name)) });
    expect(read(buildDocument('{ $ref: ../secret.yaml }'), { files }).messages).toEqual([
      'api.yaml:5:16 error disallowed-reference: "../secret.yaml" is outside the folder of the spec; only files in the folder of the spec are allowed, and what `refs` or `generate --allow-ref` names',
    ]);
    expect(readFiles).toEqual([]);
  });

  test('of any text cause diagnostics, never an exception', () => {
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
    expect(resolveSchema(text, { file: 'a.json' })).toEqual({ id: '#/components/schemas/A20000', value: true });
  });
});

describe('references to other files', () => {
  test('are resolved from the file that contains them, and ids are relative to the root file', () => {
    const files = {
      'specs/parts/b.yaml': "B: { $ref: '#/C' }\nC: { type: object, properties: { d: { $ref: d.json } } }\n",
      'specs/parts/d.json': '{"type": "string"}',
    };
    const document = readRight(buildDocument('{ $ref: parts/b.yaml#/B }'), { file: 'specs/api.yaml', files });
    const { id, value } = document.resolve(document.openapi.components?.schemas?.['A'] as JsonObject) ?? {};
    expect(id).toBe('parts/b.yaml#/C');
    const property = (value as { properties: { d: JsonObject } }).properties.d;
    expect(document.idOf(property)).toBe('parts/b.yaml#/C/properties/d');
    expect(document.resolve(property)).toEqual({ id: 'parts/d.json#', value: { type: 'string' } });
  });
});
