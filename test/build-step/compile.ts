import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml } from '../rows.js';
import { tsc } from '../rules/compiler.js';
import { root } from '../rules/sources.js';
import { fetchAlone } from './fetch-package.js';

/** Versions of the TypeScript compiler that generated code is compiled with. */
export type Compiler = '5.4' | '5.9' | '6.0' | '7.0';

/** Returns the folder of each compiler. The oldest is not a dependency of this repository, and is fetched from npm. */
export const compilers: Readonly<Record<Compiler, () => string>> = {
  '5.4': () => fetchAlone('typescript@5.4.5'),
  '5.9': () => join(root, 'node_modules/typescript-5.9'),
  '6.0': () => join(root, 'node_modules/typescript'),
  '7.0': () => join(root, 'node_modules/typescript-7'),
};

const applications = readYaml<Readonly<Record<string, object>>>(new URL('applications.yaml', import.meta.url));

/** Compiler options of every application, for browsers and for Node. */
const shared = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
} as const;

/**
 * Compiles files and folders of an application, and returns the errors that the compiler prints, or `''`. Paths that begin with `!` are
 * left out. `options` are compiler options, or the name of an application in `applications.yaml`.
 */
export function compile(
  folder: string,
  paths: readonly string[],
  options: string | object,
  compiler: Compiler = '7.0',
): string {
  const chosen = typeof options === 'string' ? applications[options] : options;
  if (chosen === undefined) throw new Error(`applications.yaml has no ${JSON.stringify(options)}`);
  const include = paths.filter((path) => !path.startsWith('!'));
  const exclude = paths.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
  const config = { compilerOptions: { ...shared, ...chosen }, include, exclude };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const command = compiler === '7.0' ? tsc : [join(compilers[compiler](), 'bin/tsc')];
  const args = [...command, '-p', folder, '--pretty', 'false'];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
}
