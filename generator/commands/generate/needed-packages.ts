import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import { SPECCAST_INTERFACE, SPECCAST_RANGE } from '../../emit/code/imports.js';
import { foldersAbove } from '../../output/disk.js';
import { versionIn } from '../../output/read-tool.js';
import { findPackageManager } from '../package-manager.js';
import type { Outcome } from './outcome.js';

/** Folders of generated code that import the emulator, in a package and in plain source. */
const TESTS = ['src/mocks', 'src/conformance', 'mocks', 'conformance'];

/** Describes the packages that code generated into an application needs and that are not installed there, with the command that installs each. */
export function describeNeeds(cwd: string, { out, outputs }: Pick<Outcome, 'out' | 'outputs'>): readonly string[] {
  const folders = foldersAbove(resolve(cwd, out));
  if (outputs.length === 0 || !folders.some((folder) => existsSync(join(folder, 'package.json')))) return [];
  const { add, dev } = findPackageManager(cwd);
  const needs = (what: string, name: string, flag = ''): string =>
    `${what} needs ${name}@${SPECCAST_INTERFACE}: run \`${add} ${flag}${name}@${SPECCAST_INTERFACE}\``;
  const tests = TESTS.map((one) => join(out, one).replaceAll('\\', '/')).filter((folder) =>
    outputs.some((path) => path.startsWith(`${folder}/`)),
  );
  return [
    ...(isInstalled(folders, '@speccast/runtime') ? [] : [needs(out, '@speccast/runtime')]),
    ...(tests.length === 0 || isInstalled(folders, '@speccast/emulator')
      ? []
      : [
          `${needs(tests.join(' and '), '@speccast/emulator', `${dev} `)}, or leave it out by \`exclude\` in tsconfig.json`,
        ]),
  ];
}

/** Returns whether a package is installed in a version that fits the generated code. */
function isInstalled(folders: readonly string[], name: string): boolean {
  const path = folders.map((folder) => join(folder, 'node_modules', name, 'package.json')).find(existsSync);
  if (path === undefined) return false;
  const version = versionIn(readFileSync(path, 'utf8'));
  return typeof version === 'string' && satisfies(version, SPECCAST_RANGE);
}
