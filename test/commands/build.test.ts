import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { testCommands } from './command-rows.js';
import { runCommand } from './run-command.js';

testCommands(import.meta.url);

test('a package is built again when a source is newer', async () => {
  const cwd = temporaryFolder();
  writeTexts(cwd, readRows(import.meta.url).data('project'));
  const build = async (): Promise<string> => (await runCommand('build', { args: [], cwd })).out;
  expect(await build()).toBe('generated/pets  built\n');
  expect(await build()).toBe('generated/pets  up to date\n');
  const later = Date.now() / 1000 + 60;
  utimesSync(join(cwd, 'generated/pets/src/index.ts'), later, later);
  expect(await build()).toBe('generated/pets  built\n');
});
