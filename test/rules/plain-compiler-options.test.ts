import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tsc } from './compiler.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.cache', 'plain');

/** What many projects have: `strict`, and none of the further flags that packages are generated for. */
const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  skipLibCheck: true,
  noEmit: true,
};

test('the sources of packages compile in projects that have no flag but strict', () => {
  mkdirSync(folder, { recursive: true });
  const include = ['video-platform', 'ad-reporting'].map((name) => join(root, 'generated', name, 'src'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const { stdout } = spawnSync(process.execPath, [...tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout).toBe('');
});
