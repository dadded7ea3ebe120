import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, readSources } from '../../generator/commands/mock/package-code.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';

/** Creates a package whose files have these ages, in seconds. */
function createPackage(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  for (const [path, age] of Object.entries(files)) {
    writeTexts(folder, { [path]: '' });
    utimesSync(join(folder, path), 1_000_000 - age, 1_000_000 - age);
  }
  return folder;
}

const old = { 'src/a.ts': 20, 'src/deep/b.ts': 10, 'openapi.json': 15 };
const built = { 'dist/a.js': 10, 'dist/deep/b.js': 10 };

test.each(
  readRows(import.meta.url).rows<readonly [string, Readonly<Record<string, number>>, boolean]>('a package is built'),
)('whether a package is built, if %s', (_, files, want) => {
  expect(isBuilt(createPackage(files), ['a.js', 'deep/b.js'])).toBe(want);
});

test('all sources of a package are read, and its document', () => {
  const folder = createPackage({ ...old, ...built, 'src/deep/c.d.ts': 1, 'src/notes.md': 1, 'api.md': 1 });
  expect(
    readSources(folder)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['openapi.json', 'src/a.ts', 'src/deep/b.ts', 'src/deep/c.d.ts']);
});
