import { controlDocument } from '@speccast/emulator/control';
import { expect, test } from 'vitest';
import { generate } from 'speccast';

test('the API of the control plane can be generated, with one warning: its address has no host', async () => {
  const spec = { file: 'control.json', text: JSON.stringify(controlDocument) };
  const { files, diagnostics } = await generate({ spec, packageName: '@speccast/control' });
  expect(diagnostics.map(({ code }) => code)).toEqual(['relative-server']);
  const client = files.find(({ path }) => path === 'src/client/faults.ts')?.text ?? '';
  for (const name of ['list', 'insert', 'clear', 'delete']) expect(client).toContain(`${name}(`);
});
