import { expect, test } from 'vitest';
import { read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

table('%j is rejected with the name of its format', (text: string, format: string) => {
  expect(read(text, { file: 'api.txt' }).messages).toEqual([`api.txt:1:1 error wrong-format: this is ${format}`]);
});

test('a document that lacks only its version is reported as an OpenAPI document', () => {
  expect(read('info: { title: Pets, version: "1" }\npaths: {}\n').messages).toEqual([
    'api.yaml:1:1 error missing-field: an OpenAPI document needs "openapi", its version',
  ]);
});

test('descriptions may contain text in other formats', () => {
  const text =
    'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: "1"\n  description: |\n    type Query {\n    <html>\npaths: {}\n';
  expect(read(text).messages).toEqual([]);
});

test('only the first mistake in YAML is reported: it nearly always causes the others', () => {
  const text = 'openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: a\n     tags: [a]\n      responses: {}\n';
  expect(read(text).messages).toEqual([
    'api.yaml:6:6 error invalid-yaml: this line is not indented like any line above it',
  ]);
});
