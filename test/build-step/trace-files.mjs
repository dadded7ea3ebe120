// Loaded before speccast, records which files it reads and writes. At its end they are written into the file that TRACE_FILES names, as
// `{ "read": […], "written": […] }`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const { writeFileSync } = fs;
const seen = { read: new Set(), written: new Set() };

/** Functions of `node:fs` that read their first argument, that write it, and that write their second argument. */
const readers = ['readFile', 'readdir', 'opendir', 'createReadStream'];
const writers = ['writeFile', 'appendFile', 'mkdir', 'mkdtemp', 'rm', 'rmdir', 'unlink', 'truncate', 'utimes', 'chmod'];
const pairs = ['rename', 'link', 'symlink', 'copyFile', 'cp'];

for (const name of readers) watch(name, (path) => note('read', path));
for (const name of [...writers, 'createWriteStream']) watch(name, (path) => note('written', path));
for (const name of pairs) {
  watch(name, (from, to) => {
    if (name === 'rename') note('written', from);
    note('written', to);
  });
}
watch('open', (path, flags = 'r') => note(flags === 'r' ? 'read' : 'written', path));
syncBuiltinESMExports();

if (isMainThread) {
  process.on('exit', () => {
    const lists = { read: [...seen.read].toSorted(), written: [...seen.written].toSorted() };
    writeFileSync(process.env.TRACE_FILES, JSON.stringify(lists));
  });
}

function watch(name, record) {
  for (const [owner, key] of [
    [fs, `${name}Sync`],
    [fs, name],
    [fs.promises, name],
  ]) {
    const real = owner[key];
    if (typeof real !== 'function') continue;
    owner[key] = function (...args) {
      record(...args);
      return Reflect.apply(real, this, args);
    };
  }
}

function note(kind, path) {
  if (typeof path === 'number') return;
  seen[kind].add(resolve(path instanceof URL ? fileURLToPath(path) : String(path)));
}
