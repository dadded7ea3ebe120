import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from './read-text.js';

const info = { title: 'Much', version: '1' };

function printDocument(document: object): string {
  return JSON.stringify({ openapi: '3.1.0', info, paths: {}, ...document });
}

function checkDocument(document: object): readonly string[] {
  const diagnostics = new Diagnostics();
  readSpec({ file: 'a.json', text: printDocument(document) }, { readFile: () => undefined, diagnostics });
  return diagnostics.list.map(printDiagnostic);
}

/** Builds an object with `count` members of one value: `{ '/k0': value, '/k1': value }`. */
function repeatMember<Value>(count: number, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`/k${index}`, value]));
}

function countTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function schema(value: object): object {
  return { components: { schemas: { A: value } } };
}

const parameters = countTo(2_001).map((index) => ({ name: `p${index}`, in: 'query', schema: true }));
const answers = { 200: { description: 'Done.' } };

describe('too many entries are rejected at their position', () => {
  test.each<readonly [key: string, size: number, most: number, document: object]>([
    ['paths', 30_001, 30_000, { paths: repeatMember(30_001, {}) }],
    ['schemas', 30_001, 30_000, { components: { schemas: repeatMember(30_001, true) } }],
    ['properties', 10_001, 10_000, schema({ properties: repeatMember(10_001, true) })],
    ['enum', 200_001, 200_000, schema({ enum: countTo(200_001) })],
    ['oneOf', 5_001, 5_000, schema({ oneOf: countTo(5_001).map((value) => ({ const: value })) })],
    ['parameters', 2_001, 2_000, { paths: { '/a': { get: { parameters, responses: answers } } } }],
  ])('%s', (key, size, most, document) => {
    const column = printDocument(document).lastIndexOf(`"${key}":`) + 1;
    expect(checkDocument(document)).toEqual([
      `a.json:1:${column} error too-large: "${key}" has ${size} entries; at most ${most} are read`,
    ]);
  });

  test('too many paths are the only error, whatever is wrong in them', () => {
    expect(checkDocument({ paths: repeatMember(30_001, { gett: 1 }), tags: 'wrong' })).toHaveLength(1);
  });
});

test('the largest number of entries is accepted', () => {
  expect(checkDocument(schema({ type: 'integer', enum: countTo(200_000) }))).toEqual([]);
});
