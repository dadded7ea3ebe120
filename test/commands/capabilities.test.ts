import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Emulator } from '@speccast/emulator';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { root } from '../rules/sources.js';
import { testCommands } from './command-rows.js';
import { runCommand } from './run-command.js';

testCommands(import.meta.url);

const project = readRows(import.meta.url).data<Readonly<Record<string, string>>>('project');
const folder = join(root, '.cache/capabilities');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the library `generate` has no capabilities', async () => {
  const spec = { file: 'a.yaml', text: project['specs/pets/openapi.yaml'] ?? '' };
  const { diagnostics } = await generate({ spec, packageName: 'pets' });
  expect(diagnostics.map((one) => one.code)).toEqual(['unknown-capability']);
});

test('a package runs the capability that was compiled into it', async () => {
  const cwd = temporaryFolder();
  writeTexts(cwd, project);
  await runCommand('generate', { args: [], cwd });
  writeTexts(folder, readTexts(join(cwd, 'generated/pets')));
  // `as`: the module exists only after it was generated.
  const { createEmulator } = (await import(/* @vite-ignore */ join(folder, 'src/mocks/index.ts'))) as {
    readonly createEmulator: () => Emulator;
  };
  const emulator = createEmulator();
  emulator.state['pets']?.insert({ id: 'p1', color: 'grey' });
  const stamp = (id: string): Promise<Response> =>
    emulator.fetch(`${emulator.baseUrl}/pets/${id}/stamps`, { method: 'POST', headers: { 'x-key': 'any' } });
  expect(await (await stamp('p1')).json()).toEqual({ id: 'p1', color: 'red' });
  expect(emulator.state['pets']?.get('p1')).toEqual({ id: 'p1', color: 'red' });
  expect((await stamp('p2')).status).toBe(404);
});
