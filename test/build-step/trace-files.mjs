// Loaded before speccast, writes down which files it reads and writes: as JSON to the file that TRACE_FILES names.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const { writeFileSync } = fs;
const seen = { read: new Set(), written: new Set() };

/** Functions by what they do to their first arguments. */
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

function watch(name, tell) {
  for (const [owner, key] of [
    [fs, `${name}Sync`],
    [fs, name],
    [fs.promises, name],
  ]) {
    const real = owner[key];
    if (typeof real !== 'function') continue;
    owner[key] = function (...given) {
      tell(...given);
      return Reflect.apply(real, this, given);
    };
  }
}

function note(kind, path) {
  if (typeof path === 'number') return;
  seen[kind].add(resolve(path instanceof URL ? fileURLToPath(path) : String(path)));
}
