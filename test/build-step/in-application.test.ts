import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../commands/run-command.js';
import { writeTexts } from '../output/temporary-folder.js';
import { root } from '../rules/sources.js';
import { folderOfFile } from '../scratch-folder.js';
import { compile } from './compile.js';
import { installPacked } from './packed.js';

/** Folder of an application that has generated code among its sources. The runtime is its only dependency. */
let folder = '';

const program = `import { createPets } from './api/src/index.js';
import { document } from './api/src/spec.js';
import { Cat } from './api/src/validators/index.js';

const client = createPets({
  baseUrl: 'https://pets.example',
  fetch: () => Promise.resolve(Response.json([{ id: '1', name: 'Rex' }])),
});
export const kinds: readonly string[] = [typeof client.with, typeof Cat.check, String(document['openapi'])];
console.log(kinds.join());
`;

beforeAll(async () => {
  folder = folderOfFile();
  installPacked([], folder);
  rmSync(join(folder, 'node_modules/@speccast/emulator'), { recursive: true });
  cpSync(join(root, 'test/cases/positive-pets-3-0/spec.yaml'), join(folder, 'openapi.yaml'));
  // Ids of the document are int64, which is a warning without `--types`.
  const args = ['--spec', 'openapi.yaml', '--out', 'src/api', '--types', 'int64=string'];
  const { code, err } = await runCommand('generate', { args, cwd: folder });
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^src\/api\/src\/mocks needs @speccast\/emulator@0\.1: .*\n$/),
  ]);
  writeTexts(folder, { 'src/main.ts': program });
});

test.each(['module', 'commonjs'])(
  'in a package of type %s, generated code compiles for bundlers and for Node, and runs',
  (type) => {
    writeTexts(folder, { 'package.json': JSON.stringify({ name: 'shop', private: true, type }) });
    // Mocks are left out: they need the emulator, which is not installed.
    for (const options of ['Vite', 'Vite, strictly', 'Node, emitted strictly'])
      expect([options, compile(folder, ['src', '!src/api/src/mocks'], options)]).toEqual([options, '']);
    // The generated package.json makes its built files ECMAScript modules in both kinds of packages.
    cpSync(join(folder, 'src/api/package.json'), join(folder, 'dist/api/package.json'));
    const printed = execFileSync(process.execPath, [join(folder, 'dist/main.js')], { encoding: 'utf8' });
    expect(printed).toBe('function,function,3.1.0\n');
    rmSync(join(folder, 'dist'), { recursive: true });
  },
);

test('with the mocks, the compiler names the missing emulator', () => {
  writeTexts(folder, { 'src/world.ts': "export { createEmulator } from './api/src/mocks/index.js';\n" });
  expect(compile(folder, ['src/world.ts'], 'Vite')).toContain("error TS2307: Cannot find module '@speccast/emulator'");
});
