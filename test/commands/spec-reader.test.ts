import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SpecReader } from '../../generator/commands/sources/spec-reader.js';

function createFolders(): string {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-'));
  for (const name of ['specs', 'shared', 'secret']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a.yaml'), name);
  }
  symlinkSync(join(folder, 'secret'), join(folder, 'specs', 'inside'));
  symlinkSync(join(folder, 'secret', 'a.yaml'), join(folder, 'shared', 'b.yaml'));
  return folder;
}

test('files are read in the folder of the spec and in allowed folders, after links are resolved', () => {
  const folder = createFolders();
  const bare = new SpecReader(folder, join(folder, 'specs', 'api.yaml'));
  const allowed = new SpecReader(folder, join(folder, 'specs', 'api.yaml'), { allowed: [join(folder, 'shared')] });
  const files = ['specs/a.yaml', 'specs/inside/a.yaml', 'shared/a.yaml', 'shared/b.yaml', 'secret/a.yaml'];
  expect(files.map(bare.readReferenced)).toEqual(['specs', undefined, undefined, undefined, undefined]);
  expect(files.map(allowed.readReferenced)).toEqual(['specs', undefined, 'shared', undefined, undefined]);
});

test('a pipe is read as a spec, but not as a reference; a device is never read', () => {
  const folder = createFolders();
  execFileSync('mkfifo', [join(folder, 'specs', 'pipe')]);
  symlinkSync('/dev/zero', join(folder, 'specs', 'endless'));
  const reader = new SpecReader(folder, join(folder, 'specs', 'api.yaml'), { allowed: ['/dev'] });
  expect(['specs/pipe', 'specs/endless'].map(reader.readReferenced)).toEqual([undefined, undefined]);
  expect(reader.read(join(folder, 'specs', 'endless'))).toBeUndefined();
  const writer = spawn('sh', ['-c', 'echo piped > "$0"', join(folder, 'specs', 'pipe')]);
  expect(reader.read(join(folder, 'specs', 'pipe'))).toBe('piped\n');
  writer.unref();
});

test('of a file of 1 GiB only the start is read, which is longer than the limit', () => {
  const path = join(createFolders(), 'specs', 'large.yaml');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 30);
  expect(new SpecReader('/', path).read(path)?.length).toBeGreaterThan(64 * 1024 * 1024);
});

test('addresses are requested once, and kept', () => {
  const reader = new SpecReader('/', '/specs/api.yaml');
  expect(reader.readReferenced('https://a.test/b')).toBeUndefined();
  expect(reader.takeMissing()).toEqual(['https://a.test/b']);
  reader.keep('https://a.test/b', 'text');
  expect([reader.readReferenced('https://a.test/b'), reader.takeMissing()]).toEqual(['text', []]);
});
