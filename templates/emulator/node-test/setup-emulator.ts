import { beforeEach } from 'node:test';
import { renew, sharedByTests, type SharedEmulator } from '../vitest/setup-emulator.js';

/**
 * Creates an emulator for the tests of a file or suite of `node:test`, and resets it before each test: rows, faults, worlds and
 * journal of earlier tests are removed. A subtest continues with the state of its test. Tests that run at the same time cannot share
 * an emulator and fail: give each its own with `emulator.fork()`.
 */
export function setupEmulator<One extends SharedEmulator>(create: () => One): One {
  const emulator = create();
  const running: string[] = [];
  beforeEach((context) => {
    // The names of its suites and outer tests, then its own.
    const name = 'fullName' in context ? String(context.fullName) : '';
    const outer = running.at(-1);
    running.push(name);
    // Node 20 runs no `afterEach` after a test that failed.
    if ('after' in context) context.after(() => void running.splice(running.lastIndexOf(name), 1));
    if (outer === undefined) renew(emulator);
    else if (!name.startsWith(`${outer} > `)) throw new Error(sharedByTests);
  });
  return emulator;
}
