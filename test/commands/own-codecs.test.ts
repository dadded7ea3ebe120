import { expect, test } from 'vitest';
import { generate as generateFiles, printDiagnostic } from 'speccast';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';
import { tryCodecs } from '../../generator/output/codecs/try-codecs.js';
import { locateStart } from '../spec/read-text.js';
import { testCommands } from './command-rows.js';
import { runCommand, startMock } from './run-command.js';

testCommands(import.meta.url);

const project = readRows(import.meta.url).data<Readonly<Record<string, string>>>('project');
const file = 'specs/pets/codecs/money.ts';
const codec = project[file] ?? '';

/** Writes the project, with `output: source` and with further code at the end of its codec. Returns its folder. */
function writeSource(more: string): string {
  const cwd = temporaryFolder();
  const config = `${project['specs/speccast.yaml']}    output: source\n`;
  writeTexts(cwd, { ...project, [file]: codec + more, 'specs/speccast.yaml': config });
  return cwd;
}

test.each([
  ['reaches the network', "fetch('https://rates.example');\n"],
  ['throws while it is loaded', "if (codec.name !== '') throw new RangeError('no rates');\n"],
])('`mock` and the library report the same error as `generate` for a codec that %s', async (_, more) => {
  const cwd = writeSource(more);
  const { code, err } = await runCommand('generate', { args: [], cwd });
  expect(code).toBe(1);
  expect(err).toMatch(/^specs\/pets\/codecs\/money\.ts:15:\d+ error invalid-c/);
  const [message] = err.split('\n');
  expect(await runCommand('mock', { args: ['pets', '--port', '0'], cwd })).toMatchObject({
    code: 1,
    err: `${message}\n`,
  });
  const { files, diagnostics } = await generateFiles({
    spec: { file: 'pets.yaml', text: project['specs/pets/openapi.yaml'] ?? '' },
    types: { decimal: 'money' },
    codecs: [{ name: 'money', file, text: `${codec}${more}` }],
  });
  expect(files).toEqual([]);
  expect(diagnostics.map(printDiagnostic)).toEqual([message]);
});

test('`mock` serves a service with a valid codec', async () => {
  const { url, stop } = await startMock(writeSource(''), 'pets');
  expect(url).toMatch(/^http:/);
  expect(await stop()).toMatchObject({ code: 0 });
});

test('a codec that hangs is stopped', async () => {
  expect(await tryCodecs([{ name: 'money', file, text: `${codec}for (;;);\n` }], 500)).toEqual([
    {
      severity: 'error',
      code: 'invalid-codec',
      message: 'the codec "money" takes longer than 500 ms to load, and was stopped',
      at: locateStart(file),
    },
  ]);
});
