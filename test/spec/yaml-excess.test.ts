import { describe, expect, test } from 'vitest';
import { loadYaml } from '../../generator/spec/read/load-yaml.js';
import { findExcess } from '../../generator/spec/read/yaml-excess.js';

function excessOf(text: string): string | undefined {
  const found = findExcess(loadYaml(), text);
  return found && `${found.offset} ${found.code}: ${found.message}`;
}

describe('what would take gigabytes to parse is found before it is parsed', () => {
  test.each([
    ['brackets', `a: ${'['.repeat(201)}`, '203 too-deep: values are nested more than 200 levels deep'],
    ['braces', `a: ${'{b: '.repeat(201)}`, '803 too-deep: values are nested more than 200 levels deep'],
    [
      'aliases',
      `a: &a 1\nb: [${'*a,'.repeat(200_001)}]`,
      '600012 too-many-aliases: a file of a spec has at most 200000 aliases',
    ],
    ['documents', '---\n'.repeat(101), '400 several-documents: a file of a spec is one YAML document'],
  ])('%s', (_, text, want) => expect(excessOf(text)).toBe(want));
});

describe('what only looks like that is left alone', () => {
  test.each([
    [
      'brackets in texts',
      `a: "${'['.repeat(500)}"\nb: '${'{'.repeat(500)}'\nc: |\n  ${'['.repeat(500)}\nd: x${'['.repeat(500)}`,
    ],
    ['brackets in a comment', `# ${'['.repeat(500)}\na: 1`],
    ['brackets that are closed', `a: [${'[],'.repeat(500)}]`],
    ['stars in texts', `a: [${'"*a",'.repeat(1000)}]\nb: |\n  *a\n`],
    ['dashes in texts', `a: |\n${'  ---\n'.repeat(200)}`],
    ['a few aliases', `a: &a 1\nb: [${'*a,'.repeat(100)}]`],
  ])('%s', (_, text) => expect(excessOf(text)).toBeUndefined());
});
