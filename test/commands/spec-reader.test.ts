import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SpecReader } from '../../generator/commands/spec-reader.js';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-'));
  for (const name of ['specs', 'shared', 'secret']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a.yaml'), name);
  }
  symlinkSync(join(folder, 'secret'), join(folder, 'specs', 'inside'));
  symlinkSync(join(folder, 'secret', 'a.yaml'), join(folder, 'shared', 'b.yaml'));
  return folder;
}

test('files are read in the folder of the spec and in those that are allowed, wherever links seem to be', () => {
  const folder = project();
  const bare = new SpecReader(folder, join(folder, 'specs', 'api.yaml'));
  const allowed = new SpecReader(folder, join(folder, 'specs', 'api.yaml'), [join(folder, 'shared')]);
  const files = ['specs/a.yaml', 'specs/inside/a.yaml', 'shared/a.yaml', 'shared/b.yaml', 'secret/a.yaml'];
  expect(files.map(bare.readReferenced)).toEqual(['specs', undefined, undefined, undefined, undefined]);
  expect(files.map(allowed.readReferenced)).toEqual(['specs', undefined, 'shared', undefined, undefined]);
});

test('addresses are asked for once, and kept', () => {
  const reader = new SpecReader('/', '/specs/api.yaml');
  expect(reader.readReferenced('https://a.test/b')).toBeUndefined();
  expect(reader.takeWanted()).toEqual(['https://a.test/b']);
  reader.keep('https://a.test/b', 'text');
  expect([reader.readReferenced('https://a.test/b'), reader.takeWanted()]).toEqual(['text', []]);
});
