import { describe, expect, test } from 'vitest';
import { isJsonObject } from '@speccast/runtime';
import { read, readRight } from './read-text.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

/** Upgrades a schema of a 3.0 document to 3.1. */
function upgrade(schema: string): unknown {
  const text = `openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    B: { type: string }\n    A: ${schema}\n`;
  return readRight(text).openapi.components?.schemas?.['A'];
}

describe('the upgrade from 3.0', () => {
  table('rewrites %s with the same meaning', (given: string, want: JsonObject) => {
    expect(upgrade(given)).toEqual(want);
  });

  test('changes the version to 3.1.0', () => {
    expect(readRight('openapi: 3.0.0\ninfo: { title: a, version: "1" }\npaths: {}\n').openapi.openapi).toBe('3.1.0');
  });

  test('keeps the positions of what it rewrites', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: a, version: "1" }\ncomponents:\n  schemas:\n    A: { nullable: true, type: string }\npaths: {}\n';
    const document = readRight(text);
    const schema = document.openapi.components?.schemas?.['A'];
    if (!isJsonObject(schema) || !Array.isArray(schema['type'])) throw new Error('not upgraded');
    expect(document.positions.of(schema['type'])).toEqual({ file: 'api.yaml', line: 5, column: 32 });
    expect(document.idOf(schema['type'])).toBe('#/components/schemas/A/type');
  });

  test('reaches schemas in other files', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: a, version: "1" }\ncomponents: { schemas: { A: { $ref: b.yaml } } }\npaths: {}\n';
    const document = readRight(text, { files: { 'b.yaml': 'type: integer\nnullable: true\n' } });
    const schema = document.openapi.components?.schemas?.['A'];
    if (!isJsonObject(schema)) throw new Error('no schema');
    expect(document.resolve(schema)?.value).toEqual({ type: ['integer', 'null'] });
  });

  test('rejects what is wrong in both versions', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: a, version: "1" }\ncomponents: { schemas: { A: { type: strng, nullable: true } } }\npaths: {}\n';
    expect(read(text).messages).toEqual([
      'api.yaml:3:37 error invalid-value: "type[0]" cannot be "strng"; did you mean "string"?',
    ]);
  });

  test('rejects what is wrong only in 3.0', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: a, version: "1" }\ncomponents: { schemas: { A: { nullable: "yes" } } }\npaths: { /a: { get: {} } }\n';
    expect(read(text).messages).toEqual([
      'api.yaml:3:41 error wrong-type: "nullable" must be true or false, not a string',
      'api.yaml:4:21 warning missing-required: an operation of OpenAPI 3.0 needs "responses"',
    ]);
  });
});
