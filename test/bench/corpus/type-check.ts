import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, type Cost } from './measure.js';

const tsc = fileURLToPath(new URL('../../../node_modules/typescript-7/bin/tsc', import.meta.url));

/** Options for the output of all generators. Imports are resolved like in bundlers: not all generators write `.js` at their end. */
const flags = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Type-checks files below a folder with the compiler of this repository, TypeScript 7. */
export async function typeCheck(folder: string, include: readonly string[], more: object = {}): Promise<Cost> {
  const config = join(folder, 'tsconfig.bench.json');
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...flags, ...more }, include }));
  return measure({ file: process.execPath, args: [tsc, '-p', config, '--pretty', 'false'], cwd: folder });
}
