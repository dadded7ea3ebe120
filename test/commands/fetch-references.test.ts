import { expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';

test('an address that is allowed and does not answer is told', async () => {
  const cwd = temporaryFolder();
  // No client is let to this port.
  const address = 'http://127.0.0.1:9/shared.json';
  writeTexts(cwd, {
    'a.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths: { /pets: { $ref: '${address}#/pets' } }
`,
  });
  const args = ['--spec', 'a.yaml', '--out', 'out', '--allow-ref', 'http://127.0.0.1:9/'];
  const { code, err } = await runCommand('generate', { args, cwd });
  expect(code).toBe(1);
  expect(err).toContain(`a.yaml:1:1 error unreadable-reference: ${address} cannot be read: `);
});
