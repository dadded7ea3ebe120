import { describe, expect, test } from 'vitest';
import { readTree } from './read-tree.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

function excessOf(text: string): string | undefined {
  return readTree(text, 'a.yaml').messages[0];
}

describe('what would take gigabytes to parse is found before it is parsed', () => {
  test.each([
    ['brackets', `a: ${'['.repeat(201)}`, 'a.yaml:1:203 error too-deep: values are nested more than 200 levels deep'],
    ['braces', `a: ${'{b: '.repeat(201)}`, 'a.yaml:1:800 error too-deep: values are nested more than 200 levels deep'],
    [
      'aliases',
      `a: &a 1\nb: [${'*a,'.repeat(200_001)}]`,
      'a.yaml:2:600005 error too-many-aliases: a file of a spec has at most 200000 aliases',
    ],
    [
      'documents',
      '---\n'.repeat(101),
      'a.yaml:2:4 error several-documents: a file of a spec must be one YAML document, but a second one starts here',
    ],
  ])('%s', (_, text, want) => expect(excessOf(text)).toBe(want));
});

describe('what only looks like that is left alone', () => {
  table('%s', (_: string, text: string) => expect(excessOf(text)).toBeUndefined());
});
