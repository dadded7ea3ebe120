import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

const script = fileURLToPath(new URL('take-locks.ts', import.meta.url));

const PROCESSES = 4;
const ROUNDS = 50;

/** Runs a process that takes a lock repeatedly, and each time leaves it behind like a process that was killed. */
function takeLocks(folder: string): Promise<number | null> {
  const args = [join(folder, 'take-locks.mjs'), folder, String(PROCESSES), String(ROUNDS)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', resolve));
}

test('of several processes that take over the lock of a killed one, only one at a time holds it', async () => {
  const folder = temporaryFolder();
  // As one bundle, because loading its sources takes longer than the test.
  const outfile = join(folder, 'take-locks.mjs');
  buildSync({ entryPoints: [script], bundle: true, format: 'esm', platform: 'node', outfile });
  const codes = await Promise.all(Array.from({ length: PROCESSES }, () => takeLocks(folder)));
  expect(codes).toEqual(codes.map(() => 0));
  const locks = readFileSync(join(folder, 'taken'), 'utf8').trim().split('\n');
  expect(locks).toHaveLength(PROCESSES * ROUNDS);
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual(['lock']);
});
