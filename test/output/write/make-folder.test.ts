import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../generator/output/disk.js';
import { temporaryFolder } from '../temporary-folder.js';

test('makes a folder and those above it, and names the first that was missing', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'a'));
  expect(makeFolder(join(root, 'a/b/c'))).toBe(join(root, 'a/b'));
  expect(existsSync(join(root, 'a/b/c'))).toBe(true);
  expect(makeFolder(join(root, 'a/b/c'))).toBeUndefined();
});

test('says what is in the way', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file/a/b'))).toThrow(/^ENOTDIR: not a directory, /);
});

test.skipIf(!existsSync('/proc/self'))('ends where a file system takes no folders', () => {
  expect(() => makeFolder('/proc/none/a')).toThrow("ENOENT: no such file or directory, mkdir '/proc/none'");
});
