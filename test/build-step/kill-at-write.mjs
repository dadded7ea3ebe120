// Loaded before speccast, sends it a signal at its n-th change of a file: `KILL_AT=3:SIGKILL`. If that change writes a file, half of the
// text is written. A run that ends normally writes the number of its changes into the file that COUNT_CHANGES names.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { writeFileSync } = fs;
const [at, signal] = (process.env.KILL_AT ?? '').split(':');
let changes = 0;

if (isMainThread) {
  for (const name of ['writeFile', 'mkdir', 'mkdtemp', 'rm', 'rmdir', 'unlink', 'rename', 'link', 'copyFile', 'utimes'])
    for (const [owner, key] of [
      [fs, `${name}Sync`],
      [fs.promises, name],
    ])
      countCalls(owner, key, name);
  syncBuiltinESMExports();
  process.on('exit', () => writeFileSync(process.env.COUNT_CHANGES, String(changes)));
}

function countCalls(owner, key, name) {
  const real = owner[key];
  owner[key] = function (...args) {
    changes += 1;
    if (changes === Number(at)) {
      if (signal === 'SIGKILL' && name === 'writeFile') writeHalf(...args);
      process.kill(process.pid, signal);
    }
    return Reflect.apply(real, this, args);
  };
}

function writeHalf(path, text, options) {
  writeFileSync(path, text.slice(0, text.length / 2), options);
}
