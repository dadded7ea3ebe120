import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testCommands } from '../commands/command-rows.js';
import { startWatching } from '../commands/watching.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';

testCommands(import.meta.url);

test('custom code is watched: errors are reported, and new files are noticed', async () => {
  const cwd = temporaryFolder();
  const project = readRows(import.meta.url).data<Readonly<Record<string, string>>>('project');
  writeTexts(cwd, project);
  const file = 'generated/shelf/src/custom/index.ts';
  const index = project[file] ?? '';
  const watching = startWatching(cwd);
  expect(await watching.round()).toMatch(/^shelf +written/m);
  writeFileSync(join(cwd, file), index.replace('pages', 'leaves'));
  expect(await watching.round()).toContain(`${file}:5:16 error broken-custom-code`);
  writeFileSync(join(cwd, file), index);
  expect(await watching.round()).toMatch(/^shelf +up to date/m);
  writeTexts(cwd, { 'generated/shelf/src/custom/more.ts': 'export const one: number = 1;\n' });
  expect(await watching.round()).toMatch(/^shelf +written/m);
  writeTexts(cwd, { 'generated/shelf/src/custom/.more.ts.swp': 'x' });
  expect(await watching.isQuiet(300)).toBe(true);
});
