import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, readSources } from '../../generator/commands/mock/package-code.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';

/** A package with files of these ages, in seconds. */
function packageOf(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  for (const [path, age] of Object.entries(files)) {
    writeTexts(folder, { [path]: '' });
    utimesSync(join(folder, path), 1_000_000 - age, 1_000_000 - age);
  }
  return folder;
}

const old = { 'src/a.ts': 20, 'src/deep/b.ts': 10, 'openapi.json': 15 };
const built = { 'dist/a.js': 10, 'dist/deep/b.js': 10 };

test.each([
  ['the modules were built after each source last changed', { ...old, ...built }, true],
  ['a source has changed since', { ...old, ...built, 'src/deep/b.ts': 5 }, false],
  ['a source that is in one of the modules is new', { ...old, ...built, 'src/c.ts': 5 }, false],
  ['the document has changed since', { ...old, ...built, 'openapi.json': 5 }, false],
  ['one of the modules is older than a source', { ...old, ...built, 'dist/a.js': 15 }, false],
  ['one of the modules is not there', { ...old, 'dist/a.js': 10 }, false],
  ['nothing was built', old, false],
])('whether a package is built, where %s', (_, files, want) => {
  expect(isBuilt(packageOf(files), ['a.js', 'deep/b.js'])).toBe(want);
});

test('all sources of a package are read, and its document', () => {
  const folder = packageOf({ ...old, ...built, 'src/deep/c.d.ts': 1, 'src/notes.md': 1, 'api.md': 1 });
  expect(
    readSources(folder)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['openapi.json', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.d.ts']);
});
