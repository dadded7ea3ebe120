import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareFiles } from '../../../generator/output/write/compare-files.js';
import { MANIFEST } from '../../../generator/output/write/manifest.js';
import { writeFiles } from '../../../generator/output/write/write-files.js';
import { readTexts, temporaryFolder, writeTexts } from '../temporary-folder.js';

const a = { path: 'a.ts', text: 'one\ntwo\n' };
const b = { path: 'b.ts', text: 'b\n' };

test('finds nothing in a folder that is up to date', () => {
  const folder = join(temporaryFolder(), 'out');
  writeFiles(folder, [a, b]);
  expect(compareFiles(folder, [b, a])).toEqual([]);
});

test('reports a changed, a missing and an extra file, sorted, and writes nothing', () => {
  const folder = join(temporaryFolder(), 'out');
  writeFiles(folder, [a, b]);
  const before = readTexts(folder);
  const differences = compareFiles(folder, [
    { ...a, text: 'one\nTWO\n' },
    { path: 'c.ts', text: 'c\n' },
  ]);
  expect(differences.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    `${MANIFEST} changed`,
    'a.ts changed',
    'b.ts extra',
    'c.ts missing',
  ]);
  expect(differences[1]?.diff).toBe('--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n');
  expect(differences[2]?.diff).toBe('--- a/b.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n');
  expect(differences[3]?.diff).toBe('--- /dev/null\n+++ b/c.ts\n@@ -0,0 +1,1 @@\n+c\n');
  expect(readTexts(folder)).toEqual(before);
});

test('does not mind files that were not generated, nor an edited changelog', () => {
  const folder = join(temporaryFolder(), 'out');
  const changelog = { path: 'CHANGELOG.md', text: '# Changelog\n' };
  writeFiles(folder, [a, changelog]);
  writeTexts(folder, { 'CHANGELOG.md': '# Mine\n', 'notes.md': 'mine' });
  expect(compareFiles(folder, [a, changelog])).toEqual([]);
});
