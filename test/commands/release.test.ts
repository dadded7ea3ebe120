import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { testCommands } from './command-rows.js';
import { runCommand, type CommandResult } from './run-command.js';

testCommands(import.meta.url);

/** Creates a project, and releases its service as 0.1.0. */
async function createProject(): Promise<string> {
  const cwd = temporaryFolder();
  writeTexts(cwd, readRows(import.meta.url).data('project'));
  await generate(cwd, '--release');
  return cwd;
}

function generate(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand('generate', { args, cwd });
}

test('a release that was interrupted at any point is completed by the next run', async () => {
  const cwd = await createProject();
  const spec = join(cwd, 'specs/pets.yaml');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('name:', 'tag: { type: string }, name:'));
  const kept = join(temporaryFolder(), 'project');
  cpSync(cwd, kept, { recursive: true });
  await generate(cwd, 'pets', '--release');
  const [before, want] = [readTexts(kept), readTexts(cwd)];
  const changed = Object.keys(want).filter((path) => want[path] !== before[path]);
  const steps = ['specs/speccast.yaml', ...changed.filter((path) => path !== 'specs/speccast.yaml')];
  expect(steps).toContain('generated/pets/released.json');
  for (const done of [1, 2, 3, steps.indexOf('generated/pets/released.json'), steps.length - 1]) {
    rmSync(cwd, { recursive: true });
    cpSync(kept, cwd, { recursive: true });
    for (const path of steps.slice(0, done)) {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), want[path] ?? '');
    }
    expect((await generate(cwd, 'pets', '--release')).code).toBe(0);
    expect(readTexts(cwd), `stopped after ${steps.slice(0, done).join(', ')}`).toEqual(want);
  }
}, 60_000);

test('a first release that was interrupted is repeated as the first one', async () => {
  const cwd = await createProject();
  const manifest = join(cwd, 'generated/pets/.speccast.json');
  const want = readTexts(cwd);
  // The manifest of a folder that is being written has no hashes.
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"[0-9a-f]{16}"/g, '""'));
  rmSync(join(cwd, 'generated/pets/released.json'));
  expect((await generate(cwd, '--release')).out).toContain('@acme/pets 0.1.0: the first release');
  expect(readTexts(cwd)).toEqual(want);
});
