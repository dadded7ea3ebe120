import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, readSources } from '../../generator/commands/package-sources.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';

/** A package with sources of these ages, in seconds, and what was built of them ten seconds ago. */
function packageOf(sources: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  const set = (path: string, age: number): void => {
    writeTexts(folder, { [path]: '' });
    utimesSync(join(folder, path), 1_000_000 - age, 1_000_000 - age);
  };
  for (const [path, age] of Object.entries(sources)) set(`src/${path}`, age);
  for (const path of ['a.js', 'deep/b.js']) set(`dist/${path}`, 10);
  return folder;
}

test.each([
  ['each source was built after it last changed', { 'a.ts': 20, 'deep/b.ts': 10 }, true],
  ['there are declarations besides, of which nothing is built', { 'a.ts': 20, 'deep/libraries.d.ts': 5 }, true],
  ['a source has changed since', { 'a.ts': 20, 'deep/b.ts': 5 }, false],
  ['a source is new', { 'a.ts': 20, 'c.ts': 20 }, false],
])('whether a package is built, where %s', (_, sources, want) => {
  expect(isBuilt(packageOf(sources))).toBe(want);
});

test('all sources of a package are read', () => {
  const folder = packageOf({ 'a.ts': 1, 'deep/b.ts': 1, 'deep/c.d.ts': 1, 'notes.md': 1 });
  expect(
    readSources(folder)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['src/a.ts', 'src/deep/b.ts', 'src/deep/c.d.ts']);
});
