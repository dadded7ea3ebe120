import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MANIFEST, printManifest, printTransition } from '../../../generator/output/write/manifest.js';
import { writeFiles } from '../../../generator/output/write/write-files.js';
import { readTexts, temporaryFolder, writeTexts } from '../temporary-folder.js';
import { compareFiles } from '../../../generator/output/write/compare-output.js';

const a = { path: 'src/a.ts', text: 'a\n' };
const b = { path: 'src/deep/b.ts', text: 'b\n' };
const changelog = { path: 'CHANGELOG.md', text: '# Changelog\n' };

/** Returns the path of an output folder that does not exist yet. */
function newFolder(): string {
  return join(temporaryFolder(), 'out');
}

describe('writeFiles', () => {
  test('creates a folder with the files and a manifest of them', () => {
    const folder = newFolder();
    const result = writeFiles(folder, [a, b]);
    expect(result).toEqual({ written: ['src/a.ts', 'src/deep/b.ts', MANIFEST], removed: [], restored: [] });
    expect(readTexts(folder)).toEqual({
      'src/a.ts': 'a\n',
      'src/deep/b.ts': 'b\n',
      [MANIFEST]: printManifest([a, b]).text,
    });
  });

  test('touches nothing when nothing changed', () => {
    const folder = newFolder();
    writeFiles(folder, [a]);
    const inode = statSync(folder).ino;
    expect(writeFiles(folder, [a])).toEqual({ written: [], removed: [], restored: [] });
    expect(statSync(folder).ino).toBe(inode);
  });

  test('keeps the time of modification of an unchanged file beside a changed one', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    utimesSync(join(folder, a.path), new Date(0), new Date(0));
    expect(writeFiles(folder, [a, { ...b, text: 'other\n' }]).written).toEqual([b.path, MANIFEST]);
    expect(statSync(join(folder, a.path)).mtimeMs).toBe(0);
    expect(readFileSync(join(folder, b.path), 'utf8')).toBe('other\n');
  });

  test('keeps a LICENSE that is no longer generated if it was edited', () => {
    const folder = newFolder();
    const license = { path: 'LICENSE', text: 'MIT\n' };
    writeFiles(folder, [a, license]);
    writeFileSync(join(folder, 'LICENSE'), 'Apache\n');
    expect(writeFiles(folder, [a])).toEqual({ written: [MANIFEST], removed: [], restored: [] });
    expect(readTexts(folder)).toEqual({ 'src/a.ts': 'a\n', LICENSE: 'Apache\n', [MANIFEST]: printManifest([a]).text });
    expect(() => writeFiles(folder, [a, license])).toThrow(
      'files that were not generated but have the names of generated ones: LICENSE',
    );
  });

  test('removes a LICENSE that is no longer generated if it is unchanged', () => {
    const folder = newFolder();
    writeFiles(folder, [a, { path: 'LICENSE', text: 'MIT\n' }]);
    expect(writeFiles(folder, [a]).removed).toEqual(['LICENSE']);
  });

  test('removes files that are no longer generated, and their empty folder', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    expect(writeFiles(folder, [a]).removed).toEqual([b.path]);
    expect(existsSync(join(folder, 'src/deep'))).toBe(false);
  });

  test('keeps files that were not generated, also beside generated and removed ones', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    const mine = {
      'dist/a.js': 'built',
      'node_modules/x/i.js': 'x',
      'src/notes.md': 'mine',
      'src/deep/mine.ts': 'mine',
    };
    writeTexts(folder, mine);
    writeFiles(folder, [{ ...a, text: 'new\n' }]);
    expect(readTexts(folder)).toEqual({
      ...mine,
      'src/a.ts': 'new\n',
      [MANIFEST]: printManifest([{ ...a, text: 'new\n' }]).text,
    });
  });

  test('does not replace a file that was not generated, and changes nothing', () => {
    const folder = newFolder();
    writeTexts(folder, { 'src/a.ts': 'written by hand\n' });
    expect(() => writeFiles(folder, [a, b])).toThrow(
      `${folder} has files that were not generated but have the names of generated ones: src/a.ts; move or remove them`,
    );
    expect(readTexts(folder)).toEqual({ 'src/a.ts': 'written by hand\n' });
  });

  test('accepts a file that already has exactly the generated text', () => {
    const folder = newFolder();
    writeTexts(folder, { 'src/a.ts': 'a\n' });
    expect(writeFiles(folder, [a]).written).toEqual([MANIFEST]);
  });

  test('lists generated files that had been edited', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    writeFileSync(join(folder, a.path), 'edited\n');
    expect(writeFiles(folder, [a, b])).toEqual({ written: [a.path], removed: [], restored: [a.path] });
  });

  test('writes the changelog once and never changes it', () => {
    const folder = newFolder();
    writeFiles(folder, [a, changelog]);
    writeFileSync(join(folder, changelog.path), '# Mine\n');
    writeFiles(folder, [
      { ...a, text: 'new\n' },
      { ...changelog, text: '# Other\n' },
    ]);
    expect(readTexts(folder)[changelog.path]).toBe('# Mine\n');
  });

  test('replaces neither the folder itself nor files that are not generated', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    writeTexts(folder, { 'dist/a.js': 'built', 'src/mine.ts': 'mine' });
    const untouched = ['.', 'src', 'dist', 'dist/a.js', 'src/mine.ts', b.path];
    const inodes = (): readonly number[] => untouched.map((path) => statSync(join(folder, path)).ino);
    const before = inodes();
    writeFiles(folder, [{ ...a, text: 'new\n' }, b]);
    expect(inodes()).toEqual(before);
  });

  test('leaves no temporary folder behind', () => {
    const folder = newFolder();
    writeFiles(folder, [a]);
    writeFiles(folder, [b]);
    expect(readdirSync(join(folder, '..'))).toEqual(['out']);
  });

  test.each(['src', 'src/a.ts'])('does not write through a symbolic link at %s', (path) => {
    const folder = newFolder();
    const outside = join(temporaryFolder(), 'outside');
    writeTexts(outside, { 'a.ts': 'precious' });
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(path === 'src' ? outside : join(outside, 'a.ts'), join(folder, path));
    expect(() => writeFiles(folder, [a])).toThrow(
      `${join(folder, path)} is a symbolic link; output is not written through links`,
    );
    expect(readTexts(outside)).toEqual({ 'a.ts': 'precious' });
  });

  test('follows a link to the folder itself, and leaves the link', () => {
    const parent = temporaryFolder();
    mkdirSync(join(parent, 'real'));
    symlinkSync('real', join(parent, 'link'));
    writeFiles(join(parent, 'link'), [a]);
    expect(readTexts(join(parent, 'real'))['src/a.ts']).toBe('a\n');
    expect(readdirSync(parent).toSorted()).toEqual(['link', 'real']);
  });

  test('rejects a manifest that names a file outside the folder', () => {
    const folder = newFolder();
    writeTexts(folder, { [MANIFEST]: '{"files":{"../precious.txt":"0"}}' });
    expect(() => writeFiles(folder, [a])).toThrow('names a file outside the folder: ../precious.txt');
  });

  test('rejects a path that is a file', () => {
    const folder = newFolder();
    writeFileSync(folder, 'x');
    expect(() => writeFiles(folder, [a])).toThrow(`${folder} is not a folder`);
  });

  test('creates parent folders, and fails if a file is in their place', () => {
    const parent = temporaryFolder();
    writeFileSync(join(parent, 'file'), '');
    writeFiles(join(parent, 'a/b/c'), [a]);
    expect(readTexts(join(parent, 'a/b/c'))['src/a.ts']).toBe('a\n');
    expect(() => writeFiles(join(parent, 'file/a/b'), [a])).toThrow(/^ENOTDIR: not a directory, /);
  });

  test.skipIf(!existsSync('/proc/self'))('fails in a file system that allows no folders', () => {
    expect(() => writeFiles('/proc/none/a', [a])).toThrow("ENOENT: no such file or directory, mkdir '/proc/none'");
  });
});

describe('writeFiles after a crash', () => {
  const newA = { ...a, text: 'new\n' };
  const c = { path: 'src/c.ts', text: 'c\n' };
  const half = 'half';

  /** Builds a folder with old output, a `dist` of the user, and the state after a crash at a step of `writeFiles`. */
  function crash(step: 'staging' | 'first file' | 'first removal'): string {
    const folder = newFolder();
    const next = join(folder, '..', '.out.speccast-next');
    writeFiles(folder, [a, b]);
    writeTexts(folder, { 'dist/a.js': 'built' });
    writeTexts(next, { 'files/src/a.ts': half });
    if (step === 'staging') return folder;
    writeTexts(folder, { 'src/c.ts': c.text, [MANIFEST]: printTransition([a.path, b.path, c.path]) });
    if (step === 'first removal') rmSync(join(folder, b.path));
    return folder;
  }

  test('removes the files of a run that was killed while it took over a lock, also if no output changes', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const gone = `${pid} ${hostname()}`;
    writeTexts(join(folder, '..'), {
      '.out.speccast-lock-takeover': gone,
      [`.out.speccast-lock.${pid}.tmp`]: gone,
      [`.out.speccast-lock.notes-${pid}.tmp`]: 'of the user',
    });
    expect(writeFiles(folder, [a, b])).toEqual({ written: [], removed: [], restored: [] });
    expect(readdirSync(join(folder, '..'))).toEqual([`.out.speccast-lock.notes-${pid}.tmp`, 'out']);
  });

  test.each(['staging', 'first file', 'first removal'] as const)(
    'at the %s: the next run writes its output, and reports no edited files',
    (step) => {
      const folder = crash(step);
      expect(writeFiles(folder, [newA, c]).restored).toEqual([]);
      const manifest = printManifest([newA, c]).text;
      expect(readTexts(folder)).toEqual({
        'dist/a.js': 'built',
        'src/a.ts': 'new\n',
        'src/c.ts': 'c\n',
        [MANIFEST]: manifest,
      });
      expect(existsSync(join(folder, 'src/deep'))).toBe(false);
      expect(readdirSync(join(folder, '..'))).toEqual(['out']);
    },
  );

  test.each(['first file', 'first removal'] as const)(
    'at the %s: a run with the old output removes files of the crashed run',
    (step) => {
      const folder = crash(step);
      expect(writeFiles(folder, [a, b]).restored).toEqual([]);
      expect(readTexts(folder)).toEqual({
        'dist/a.js': 'built',
        'src/a.ts': 'a\n',
        'src/deep/b.ts': 'b\n',
        [MANIFEST]: printManifest([a, b]).text,
      });
    },
  );

  test('never removes files that are written once, whatever the manifest lists', () => {
    const folder = newFolder();
    writeFiles(folder, [a, changelog]);
    writeTexts(folder, { [MANIFEST]: '{"files":{"src/a.ts":"","CHANGELOG.md":""}}' });
    expect(writeFiles(folder, [newA]).removed).toEqual([]);
    expect(readTexts(folder)[changelog.path]).toBe(changelog.text);
  });

  test('restores the folder if a file cannot be moved to it', () => {
    const folder = newFolder();
    writeFiles(folder, [a, b]);
    const before = readTexts(folder);
    // Reading `text` simulates another process that creates a folder while files are staged.
    const late = {
      ...c,
      get text(): string {
        const isStaging = existsSync(join(folder, '../.out.speccast-next'));
        if (isStaging) mkdirSync(join(folder, 'src/c.ts/in'), { recursive: true });
        return c.text;
      },
    };
    expect(() => writeFiles(folder, [newA, b, late])).toThrow(/EISDIR|ENOTEMPTY|EEXIST|src\/c\.ts/);
    rmSync(join(folder, 'src/c.ts'), { recursive: true });
    expect(readTexts(folder)).toEqual(before);
    expect(readdirSync(join(folder, '..'))).toEqual(['out']);
  });

  test('keeps the old output if a file cannot be written', () => {
    const folder = newFolder();
    writeFiles(folder, [a]);
    expect(() => writeFiles(folder, [a, { path: 'src/a.ts/impossible.ts', text: '' }])).toThrow();
    expect(readTexts(folder)['src/a.ts']).toBe('a\n');
    expect(readdirSync(join(folder, '..'))).toEqual(['out']);
    rmSync(folder, { recursive: true });
  });
});

describe('compareFiles', () => {
  const one = { path: 'a.ts', text: 'one\ntwo\n' };
  const two = { path: 'b.ts', text: 'b\n' };

  test('finds nothing in a folder that is up to date', () => {
    const folder = newFolder();
    writeFiles(folder, [one, two]);
    expect(compareFiles(folder, [two, one])).toEqual([]);
  });

  test('reports a changed, a missing and an extra file, sorted, and writes nothing', () => {
    const folder = newFolder();
    writeFiles(folder, [one, two]);
    const before = readTexts(folder);
    const differences = compareFiles(folder, [
      { ...one, text: 'one\nTWO\n' },
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

  test('ignores files that were not generated, and an edited changelog', () => {
    const folder = newFolder();
    writeFiles(folder, [one, changelog]);
    writeTexts(folder, { 'CHANGELOG.md': '# Mine\n', 'notes.md': 'mine' });
    expect(compareFiles(folder, [one, changelog])).toEqual([]);
  });
});
