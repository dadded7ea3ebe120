import { expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from './read-text.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

function checkSchema(schema: object): readonly string[] {
  const root = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const diagnostics = new Diagnostics();
  readSpec({ file: 'a.json', text: JSON.stringify(root) }, { readFile: () => undefined, diagnostics });
  return diagnostics.list.map((one) => printDiagnostic(one).replace(/^\S+ /, ''));
}

table('%j causes a warning', (schema: JsonObject, want: string) => {
  expect(checkSchema(schema)).toEqual([`warning ${want}`]);
});

test('a sample at its bounds causes no warning, and a character outside the BMP has length 1', () => {
  expect(checkSchema({ type: 'integer', minimum: 1, maximum: 1, default: 1 })).toEqual([]);
  expect(checkSchema({ type: 'string', maxLength: 1, default: '😀' })).toEqual([]);
});
