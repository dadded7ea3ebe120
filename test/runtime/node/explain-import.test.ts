import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explainImport, withEmulator } from '@speccast/runtime/node';
import { readRows } from '../../rows.js';

const required = ['@speccast/emulator@0.1', 'msw@2', '@speccast/runtime@0.1', '@modelcontextprotocol/server@2'];
let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += String(text)) !== '');
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

type Fault = readonly [message: string, repair: string];

const { rows } = readRows(import.meta.url);
const faults = rows<Fault>('faults');

test.each(faults)('a command whose import fails with %j prints the command to run', async (message, repair) => {
  const code = await withEmulator('@speccast/emulator@0.1', () => Promise.reject(new Error(message)));
  expect([code, process.exitCode, printed]).toEqual([1, 1, `This command needs ${repair}\n`]);
});

test.each([...faults, ...rows<Fault>('faults of modules')])(
  'a module whose import fails with %j throws with the command to run',
  async (message, repair) => {
    const cause = new Error(message);
    const failed = explainImport('@speccast/pets/mocks', required, () => Promise.reject(cause));
    await expect(failed).rejects.toEqual(new Error(`@speccast/pets/mocks needs ${repair}`, { cause }));
  },
);

test.each([
  "Cannot find package 'lodash' imported from /app/main.js",
  "Cannot find package 'msw-extra' imported from a.js",
])('%j is rethrown unchanged, and results are returned', async (message) => {
  const failure = new Error(message);
  const fail = (): Promise<never> => Promise.reject(failure);
  await expect(explainImport('@speccast/pets/mocks', required, fail)).rejects.toBe(failure);
  await expect(withEmulator('@speccast/emulator@0.1', fail)).rejects.toBe(failure);
  await expect(explainImport('@speccast/pets/mocks', required, async () => 2)).resolves.toBe(2);
  await expect(withEmulator('@speccast/emulator@0.1', async () => 2)).resolves.toBe(2);
  expect(printed).toBe('');
});
