import { expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../spec/read-text.js';
import { readReleased } from '../../generator/release/read-released.js';
import type { Released } from '../../generator/release/read-released.js';
import { packDocument } from '../../generator/emit/package/published-document.js';

function read(text: string): { readonly released: Released | undefined; readonly complaints: readonly string[] } {
  const diagnostics = new Diagnostics();
  const released = readReleased({ file: 'released.json', text }, diagnostics);
  return { released, complaints: diagnostics.list.map(printDiagnostic) };
}

test('the document is read at the place at its position', () => {
  const { released } = read('{\n  "version": "1.2.3",\n  "document": {\n    "a": "}"\n  }\n}\n');
  expect(released?.version).toBe('1.2.3');
  expect(released?.document.text).toBe(`${' '.repeat(1)}\n${' '.repeat(21)}\n${' '.repeat(14)}{\n    "a": "}"\n  }\n`);
});

test('a packed document is that of its version', () => {
  const text = '{ "openapi": "3.1.0" }\n';
  const { released } = read(JSON.stringify({ version: '1.2.3', document: packDocument(text) }));
  expect(released?.document).toEqual({ file: 'openapi.json@1.2.3', text });
});

test('keys may stand in any order, and others beside them', () => {
  const { released } = read('{"document": {"a": [1, {}]} , "version": "1.0.0", "by": "hand"}');
  expect(released?.version).toBe('1.0.0');
  expect(JSON.parse(released?.document.text ?? '')).toEqual({ a: [1, {}] });
});

test.each([
  ['[]', 'released.json:1:1 error invalid-release: an object with "version" and "document" is expected'],
  [
    '{"version": 1, "document": {}}',
    'released.json:1:13 error invalid-release: "version" must be the version that was released, like "1.2.3"',
  ],
  [
    '{"version": "01.0.0", "document": {}}',
    'released.json:1:13 error invalid-release: "version" must be the version that was released, like "1.2.3"',
  ],
  [
    '{"version": "1.0.0"}',
    'released.json:1:1 error invalid-release: "document" must be the OpenAPI document that was released',
  ],
  [
    '{"version": "1.0.0", "document": "eA=="}',
    'released.json:1:34 error invalid-release: "document" must be the OpenAPI document that was released',
  ],
  [
    '{"version": "1.0.0", "document": []}',
    'released.json:1:34 error invalid-release: "document" must be the OpenAPI document that was released',
  ],
])('%s is refused at its place', (text, wanted) => {
  expect(read(text)).toEqual({ released: undefined, complaints: [wanted] });
});

test.each([
  ['an empty file', ''],
  ['half of one', '{'],
  ['a key that stands twice', '{"version": "1.0.0", "version": "2.0.0", "document": {}}'],
  ['the marks of a merge', '<<<<<<< HEAD\n{}\n'],
  ['what is too deep', '['.repeat(100_000)],
])('%s is refused at its place', (_, text) => {
  const { released, complaints } = read(text);
  expect(released).toBeUndefined();
  expect(complaints).toEqual([expect.stringMatching(/^released\.json:1:\d+ error [a-z-]+: /)]);
});
