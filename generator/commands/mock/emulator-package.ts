import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { SPECCAST_INTERFACE } from '../../emit/code/imports.js';
import { packageRoot } from '../../output/read-tool.js';

const { resolve } = createRequire(import.meta.url);

/** `@speccast/runtime` or `@speccast/emulator` cannot be loaded; the message names the command that installs or builds it. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}

/** Address of an entry of `@speccast/runtime` or `@speccast/emulator` of this copy of speccast: `@speccast/emulator/commands`. */
export function entryAddress(entry: string): string {
  try {
    return pathToFileURL(resolve(entry)).href;
  } catch (error) {
    const installed = error instanceof Error && !error.message.startsWith(`Cannot find module '${entry}'`);
    const name = entry.split('/', 2).join('/');
    throw new MissingPackage(
      `${name} is not ${installed ? describeRepair(packageRoot(import.meta.dirname)) : missing}`,
    );
  }
}

const missing = 'installed: run `npm install`';

/** In a checkout the package is there before it is built. */
function describeRepair(root: string): string {
  return /[\\/]node_modules[\\/]/.test(root) ? 'complete: run `npm ci`' : `built: run \`npm run build\` in ${root}`;
}

/** Turns the error of an import into one that names the command to install a missing `@speccast` package. */
export function explainImport(error: unknown): unknown {
  const [, name] = /^Cannot find package '(@speccast\/(?:runtime|emulator))'/.exec(String(Object(error).message)) ?? [];
  if (name === undefined) return error;
  const flag = name.endsWith('emulator') ? '--save-dev ' : '';
  return new MissingPackage(`${name} is not installed: run \`npm install ${flag}${name}@${SPECCAST_INTERFACE}\``);
}
