import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withEmulator } from '@speccast/runtime/node';

let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += String(text)) !== '');
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test.each([
  [
    "Cannot find package '@speccast/emulator' imported from /app/node_modules/@speccast/pets/dist/mocks/bin.js",
    'is not installed: run `npm install --save-dev @speccast/emulator@0.1`',
  ],
  [
    "Cannot find module '/project/node_modules/@speccast/emulator/dist/commands/index.js' imported from /project/bin.js",
    'is not built: run `npm run build` in its repository',
  ],
])('a command whose import fails with %j says what to run', async (message, repair) => {
  const code = await withEmulator('@speccast/emulator@0.1', () => Promise.reject(new Error(message)));
  expect([code, process.exitCode, printed]).toEqual([1, 1, `This command needs @speccast/emulator, which ${repair}\n`]);
});

test('any other failure is passed on, and so is what the command gives', async () => {
  const failure = new Error("Cannot find package 'lodash' imported from /app/main.js");
  await expect(withEmulator('@speccast/emulator@0.1', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(withEmulator('@speccast/emulator@0.1', async () => 2)).resolves.toBe(2);
  expect(printed).toBe('');
});
