import { expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { root } from './sources.js';

test('generated/ is up to date with the specs', async () => {
  const { code, out } = await runCommand('generate', { args: ['--check'], cwd: root });
  expect(out).toMatch(/^package/);
  expect(code).toBe(0);
}, 120_000);
