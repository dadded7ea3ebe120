import { describe, expect, test } from 'vitest';
import { readTree } from './read-tree.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the first message about a YAML text. */
function readMessage(text: string): string | undefined {
  return readTree(text, 'a.yaml').messages[0];
}

describe('text that would take gigabytes to parse is rejected before it is parsed', () => {
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
  ])('%s', (_, text, want) => expect(readMessage(text)).toBe(want));
});

describe('text that only looks like that is accepted', () => {
  table('%s', (_: string, text: string) => expect(readMessage(text)).toBeUndefined());
});
