// A process that lock.test.ts starts: `take-locks.ts <folder> <number of processes> <number of rounds>`.
import { spawnSync } from 'node:child_process';
import fs, { appendFileSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';

const [folder = '.', processes, rounds] = process.argv.slice(2);
const lock = join(folder, 'lock');
/** The id of a process that has ended. */
const { pid: gone } = spawnSync(process.execPath, ['--version']);
const { writeFileSync } = fs;

// The file functions that locks use are slowed down, so that the calls of the processes interleave.
for (const name of ['linkSync', 'readFileSync', 'renameSync', 'rmSync', 'writeFileSync'] as const) {
  const call = fs[name];
  const slow = (...args: readonly unknown[]): unknown => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 3);
    return Reflect.apply(call, fs, args);
  };
  Object.assign(fs, { [name]: slow });
}
syncBuiltinESMExports();
const { withLock } = await import('../../../generator/output/write/lock.js');

// Waits until all processes are ready, so that they start together.
appendFileSync(join(folder, `ready-${process.pid}`), '');
while (readdirSync(folder).filter((name) => name.startsWith('ready-')).length < Number(processes));

for (let round = 0; round < Number(rounds); round += 1) {
  withLock(lock, () => {
    // Fails if another process holds the lock, too.
    mkdirSync(join(folder, 'inside'));
    appendFileSync(join(folder, 'taken'), `${process.pid}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    rmdirSync(join(folder, 'inside'));
    writeFileSync(lock, `${gone} ${hostname()}`);
  });
}
