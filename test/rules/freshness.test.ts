import { expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { generateCommand } from '../../generator/commands/generate/generate.js';
import { root } from './sources.js';

test('generated/ is what the specs make of it', async () => {
  const { code, out } = await runCommand(generateCommand, { args: ['--check'], cwd: root });
  expect(out).toMatch(/^package/);
  expect(code).toBe(0);
}, 120_000);
