import { expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { root } from './sources.js';

test('generated/ is what the specs make of it', async () => {
  const { code, out } = await runCommand('generate', { args: ['--check'], cwd: root });
  expect(out).toMatch(/^package/);
  expect(code).toBe(0);
}, 120_000);
