import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { testCommands } from './command-rows.js';
import { runCommand, startMock } from './run-command.js';

testCommands(import.meta.url);

test.each([
  [['pets'], 200],
  [['pets', '--no-overlays'], 404],
  [['specs/pets/openapi.yaml'], 404],
  [['specs/pets/openapi.yaml', '--overlay', 'specs/pets/public/fur.overlay.yaml'], 200],
])('mock serves documents with and without overlays: %j', async (args, status) => {
  const cwd = temporaryFolder();
  writeTexts(cwd, readRows(import.meta.url).data('project'));
  if (args[0] === 'pets') await runCommand('generate', { args: [], cwd });
  const { url } = await startMock(cwd, ...args);
  expect((await fetch(`${url}/cats`)).status).toBe(status);
});
