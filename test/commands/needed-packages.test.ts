import { expect, test } from 'vitest';
import { describeNeeds } from '../../generator/commands/generate/needed-packages.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand } from './run-command.js';
import { readRows } from '../rows.js';

const spec = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: pets.list
      responses: { '200': { description: All pets. } }
`;

const runtime = 'src/api needs @speccast/runtime@0.1: run `npm install @speccast/runtime@0.1`';
const emulator =
  'src/api/src/mocks needs @speccast/emulator@0.1: run `npm install --save-dev @speccast/emulator@0.1`, ' +
  'or leave it out by `exclude` in tsconfig.json';

/** An application that has these versions installed. */
function application(installed: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  const packages = Object.entries(installed).map(([name, version]) => [
    `node_modules/@speccast/${name}/package.json`,
    JSON.stringify({ name: `@speccast/${name}`, version }),
  ]);
  writeTexts(cwd, { 'package.json': '{}', 'openapi.yaml': spec, ...Object.fromEntries(packages) });
  return cwd;
}

const outputs = ['src/api/src/index.ts', 'src/api/src/mocks/index.ts'];

test.each(
  readRows(import.meta.url).rows<readonly [string, Readonly<Record<string, string>>, readonly string[]]>(
    'code generated into an application with needs what is not there',
  ),
)('code generated into an application with %s needs what is not there', (_, installed, want) => {
  expect(describeNeeds(application(installed), { out: 'src/api', outputs })).toEqual(want);
});

test('plain source needs the same, without a folder `src` of its own', () => {
  const [all, client] = [['src/api/index.ts', 'src/api/mocks/index.ts'], ['src/api/index.ts']];
  const needed = emulator.replace('src/api/src/', 'src/api/');
  expect(describeNeeds(application({}), { out: 'src/api', outputs: all })).toEqual([runtime, needed]);
  expect(describeNeeds(application({}), { out: 'src/api', outputs: client })).toEqual([runtime]);
});

test('the package that is found is that of Node: the nearest', () => {
  const cwd = application({ runtime: '0.0.1', emulator: '0.1.0' });
  writeTexts(cwd, { 'src/node_modules/@speccast/runtime/package.json': '{ "version": "0.1.0" }' });
  expect(describeNeeds(cwd, { out: 'src/api', outputs })).toEqual([]);
});

test('a package of which an install that broke off left half is needed', () => {
  const cwd = application({ emulator: '0.1.0' });
  writeTexts(cwd, { 'node_modules/@speccast/runtime/package.json': '{ "version": "0.1' });
  expect(describeNeeds(cwd, { out: 'src/api', outputs })).toEqual([runtime]);
});

test('nothing is needed outside of projects, and where nothing was made', () => {
  expect(describeNeeds(temporaryFolder(), { out: 'src/api', outputs })).toEqual([]);
  expect(describeNeeds(application({}), { out: 'src/api', outputs: [] })).toEqual([]);
});

test('`generate --spec` says what the application needs, to people only', async () => {
  const cwd = application({});
  const generate = async (...more: readonly string[]): Promise<string> => {
    const args = ['--spec', 'openapi.yaml', '--out', 'src/api', ...more];
    return (await runCommand('generate', { args, cwd })).err;
  };
  expect(await generate()).toBe(`${runtime}\n${emulator}\n`);
  expect(await generate('--json')).toBe('');
  expect(await generate('--check')).toBe('');
});
