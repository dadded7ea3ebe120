import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readSpec } from './read-text.js';

const info = { title: 'Much', version: '1' };

function textOf(document: object): string {
  return JSON.stringify({ openapi: '3.1.0', info, paths: {}, ...document });
}

function complaintsAbout(document: object): readonly string[] {
  const diagnostics = new Diagnostics();
  readSpec({ file: 'a.json', text: textOf(document) }, { readFile: () => undefined, diagnostics });
  return diagnostics.list.map(printDiagnostic);
}

/** So many members, from 0 on. */
function members<Value>(count: number, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`/k${index}`, value]));
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function schema(value: object): object {
  return { components: { schemas: { A: value } } };
}

const parameters = numbers(2_001).map((index) => ({ name: `p${index}`, in: 'query', schema: true }));
const answers = { 200: { description: 'Done.' } };

describe('what nobody wrote by hand is rejected at its position', () => {
  test.each<readonly [key: string, size: number, most: number, document: object]>([
    ['paths', 30_001, 30_000, { paths: members(30_001, {}) }],
    ['schemas', 30_001, 30_000, { components: { schemas: members(30_001, true) } }],
    ['properties', 10_001, 10_000, schema({ properties: members(10_001, true) })],
    ['enum', 200_001, 200_000, schema({ enum: numbers(200_001) })],
    ['oneOf', 5_001, 5_000, schema({ oneOf: numbers(5_001).map((value) => ({ const: value })) })],
    ['parameters', 2_001, 2_000, { paths: { '/a': { get: { parameters, responses: answers } } } }],
  ])('%s', (key, size, most, document) => {
    const column = textOf(document).lastIndexOf(`"${key}":`) + 1;
    expect(complaintsAbout(document)).toEqual([
      `a.json:1:${column} error too-large: "${key}" has ${size} entries; at most ${most} are read`,
    ]);
  });

  test('what everything else is in is looked at first, so that nothing else is said', () => {
    expect(complaintsAbout({ paths: members(30_001, { gett: 1 }), tags: 'wrong' })).toHaveLength(1);
  });
});

test('as much as is read is read', () => {
  expect(complaintsAbout(schema({ type: 'integer', enum: numbers(200_000) }))).toEqual([]);
});
