import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explainImport, withEmulator } from '@speccast/runtime/node';

const wanted = ['@speccast/emulator@0.1', 'msw@2', '@speccast/runtime@0.1', '@modelcontextprotocol/server@2'];
let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += String(text)) !== '');
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const faults: readonly (readonly [message: string, repair: string])[] = [
  [
    "Cannot find package '@speccast/emulator' imported from /app/node_modules/@speccast/pets/dist/mocks/bin.js",
    '@speccast/emulator, which is not installed: run `npm install --save-dev @speccast/emulator@0.1`',
  ],
  [
    "Cannot find module '@speccast/emulator/msw' from 'node_modules/@speccast/pets/dist/mocks/msw.js'",
    '@speccast/emulator, which is not installed: run `npm install --save-dev @speccast/emulator@0.1`',
  ],
  [
    "Cannot find module '/project/node_modules/@speccast/emulator/dist/commands/index.js' imported from /project/bin.js",
    '@speccast/emulator, which is not built: run `npm run build` in its repository',
  ],
  [
    "Cannot find module 'C:\\project\\node_modules\\@speccast\\emulator\\dist\\index.js' imported from C:\\project\\bin.js",
    '@speccast/emulator, which is not built: run `npm run build` in its repository',
  ],
  [
    "The requested module '@speccast/emulator' does not provide an export named 'startEmulator'",
    '@speccast/emulator, which is installed in another version: run `npm install --save-dev @speccast/emulator@0.1`',
  ],
  [
    'Package subpath \'./images\' is not defined by "exports" in /app/node_modules/@speccast/emulator/package.json',
    '@speccast/emulator, which is installed in another version: run `npm install --save-dev @speccast/emulator@0.1`',
  ],
];

test.each(faults)('a command whose import fails with %j says what to run', async (message, repair) => {
  const code = await withEmulator('@speccast/emulator@0.1', () => Promise.reject(new Error(message)));
  expect([code, process.exitCode, printed]).toEqual([1, 1, `This command needs ${repair}\n`]);
});

test.each<readonly [message: string, repair: string]>([
  ...faults,
  [
    "Cannot find package 'msw' imported from /app/node_modules/@speccast/emulator/dist/msw/index.js",
    'msw, which is not installed: run `npm install --save-dev msw@2`',
  ],
  [
    "The requested module '@speccast/runtime' does not provide an export named 'checkInterface'",
    '@speccast/runtime, which is installed in another version: run `npm install @speccast/runtime@0.1`',
  ],
  [
    "Cannot find package '@modelcontextprotocol/server' imported from /app/node_modules/@speccast/pets/dist/mcp/bin.js",
    '@modelcontextprotocol/server, which is not installed: run `npm install @modelcontextprotocol/server@2`',
  ],
])('a module whose import fails with %j says what to run', async (message, repair) => {
  const cause = new Error(message);
  const failed = explainImport('@speccast/pets/mocks', wanted, () => Promise.reject(cause));
  await expect(failed).rejects.toEqual(new Error(`@speccast/pets/mocks needs ${repair}`, { cause }));
});

test.each([
  "Cannot find package 'lodash' imported from /app/main.js",
  "Cannot find package 'msw-extra' imported from a.js",
])('%j is passed on, and so is what was asked for', async (message) => {
  const failure = new Error(message);
  const fail = (): Promise<never> => Promise.reject(failure);
  await expect(explainImport('@speccast/pets/mocks', wanted, fail)).rejects.toBe(failure);
  await expect(withEmulator('@speccast/emulator@0.1', fail)).rejects.toBe(failure);
  await expect(explainImport('@speccast/pets/mocks', wanted, async () => 2)).resolves.toBe(2);
  await expect(withEmulator('@speccast/emulator@0.1', async () => 2)).resolves.toBe(2);
  expect(printed).toBe('');
});
