import { describe, expect, test } from 'vitest';
import { follow, head, read, readRight } from './read-text.js';
import type { JsonObject } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the object at a path of keys. Throws if there is none. */
function at(root: JsonObject, ...keys: readonly string[]): JsonObject {
  let node: JsonObject = root;
  for (const key of keys) {
    const next = node[key];
    if (!isJsonObject(next)) throw new Error(`no object at ${key}`);
    node = next;
  }
  return node;
}

describe('reading a spec', () => {
  test('finds the position, id and target of a reference', () => {
    const text = `${head}paths:\n  /a:\n    get:\n      responses:\n        "200": { $ref: '#/components/responses/Ok' }\ncomponents:\n  responses:\n    Ok: { description: fine }\n`;
    const document = readRight(text);
    const reference = at(document.root, 'paths', '/a', 'get', 'responses', '200');
    const want = { id: '#/components/responses/Ok', value: { description: 'fine' } };
    expect(document.idOf(reference)).toBe('#/paths/~1a/get/responses/200');
    expect(document.positions.of(reference)).toEqual({ file: 'api.yaml', line: 7, column: 16 });
    expect(document.resolve(reference)).toEqual(want);
    expect(follow(document, reference)).toEqual(want);
  });

  test('reads JSON, known by the name of the file or by its first brace', () => {
    const text = '{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {}}';
    expect([read(text, { file: 'a.json' }).messages, read(text, { file: 'stdin' }).messages]).toEqual([[], []]);
  });

  test('leaves 3.1 documents unchanged', () => {
    const text = `${head}components:\n  schemas:\n    A: { type: string, nullable: true, example: x }\n`;
    expect(at(readRight(text).root, 'components', 'schemas', 'A')).toEqual({
      type: 'string',
      nullable: true,
      example: 'x',
    });
  });

  test('is not affected by the mistakes of a spec that was read before', () => {
    expect(read('openapi: 3.1.0').document).toBeUndefined();
    expect(read(`${head}paths: {}`).document).toBeDefined();
  });

  table('rejects %j', (given: string, want: string) => {
    expect(read(given)).toEqual({ document: undefined, messages: [`api.yaml:${want}`] });
  });

  test('reads 3.2, with a warning about fields that have no effect', () => {
    const text =
      'openapi: 3.2.0\ninfo: { title: a, version: "1" }\ntags:\n  - { name: a, kind: nav }\npaths: {}\n' +
      'components: { schemas: { A: { xml: { nodeType: element } } } }\n';
    const { document, messages } = read(text);
    expect(document).toBeDefined();
    expect(messages).toEqual([
      'api.yaml:6:38 warning unsupported-field: "nodeType" of OpenAPI 3.2 is not supported and has no effect',
    ]);
  });

  test('treats fields of 3.2 as unknown in 3.1', () => {
    const text = 'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: { /a: { query: {} } }\n';
    expect(read(text).messages).toEqual([
      'api.yaml:3:16 warning unknown-field: "query" is not a field of a path item, and has no effect',
    ]);
  });

  test('ignores fields beside a reference of 3.0, with a warning', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: a, version: "1" }\npaths: {}\n' +
      'components: { schemas: { A: { $ref: "#/components/schemas/B", minLength: 1, description: b }, B: {} } }\n';
    const { document, messages } = read(text);
    expect(messages).toEqual([
      'api.yaml:4:63 warning ignored-field: "minLength" has no effect beside "$ref" in OpenAPI 3.0',
    ]);
    expect(document?.openapi.components?.schemas?.['A']).toEqual({ $ref: '#/components/schemas/B', description: 'b' });
  });

  test('reads schemas that are nested as deep as a file may be', () => {
    const levels = 95;
    const schema = '{"properties": {"a": '.repeat(levels) + 'true' + '}}'.repeat(levels);
    const text = `{"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "components": {"schemas": {"A": ${schema}}}}`;
    expect(read(text, { file: 'a.json' }).messages).toEqual([]);
  });
});

describe('seeds', () => {
  const files = { 'specs/seed.yaml': 'videos:\n  - { id: v1, $ref: kept }\n' };

  test('replace the reference to their file', () => {
    const { root } = readRight(`${head}x-seed: { $ref: seed.yaml }\npaths: {}\n`, { file: 'specs/api.yaml', files });
    expect(root['x-seed']).toEqual({ videos: [{ id: 'v1', $ref: 'kept' }] });
  });

  test('may contain references to parts of files', () => {
    const { root } = readRight(`${head}x-seed: { tables: { $ref: 'seed.yaml#/videos' } }\npaths: {}\n`, {
      file: 'specs/api.yaml',
      files,
    });
    expect(root['x-seed']).toEqual({ tables: [{ id: 'v1', $ref: 'kept' }] });
  });

  test('in files that do not exist are an error', () => {
    expect(read(`${head}x-seed: { $ref: sed.yaml }\npaths: {}\n`).messages).toEqual([
      'api.yaml:3:17 error unknown-reference: the file of "sed.yaml" does not exist or cannot be read',
    ]);
  });
});
