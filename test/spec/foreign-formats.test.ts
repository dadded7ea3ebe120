import { expect, test } from 'vitest';
import { read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

table('%j is named as what it is', (text: string, format: string) => {
  expect(read(text, { file: 'api.txt' }).messages).toEqual([`api.txt:1:1 error wrong-format: this is ${format}`]);
});

test('a document that only lacks its version is told so', () => {
  expect(read('info: { title: Pets, version: "1" }\npaths: {}\n').messages).toEqual([
    'api.yaml:1:1 error missing-field: an OpenAPI document needs "openapi", its version',
  ]);
});

test('what such texts look like may stand in descriptions', () => {
  const text =
    'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: "1"\n  description: |\n    type Query {\n    <html>\npaths: {}\n';
  expect(read(text).messages).toEqual([]);
});

test('of mistakes in YAML the first is told: the others nearly always come of it', () => {
  const text = 'openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: a\n     tags: [a]\n      responses: {}\n';
  expect(read(text).messages).toEqual([
    'api.yaml:6:6 error invalid-yaml: this line is not indented like any line above it',
  ]);
});
