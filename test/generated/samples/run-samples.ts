import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '@speccast/video-platform/node';
import { root } from '../../rules/sources.js';

/** Creates a folder for `PATH`, with a replacement of curl if the machine has none or `isReplaced` is set. */
export function createCurlFolder(folder: string, isReplaced = false): string {
  const bin = join(folder, `bin-${isReplaced}`);
  mkdirSync(bin, { recursive: true });
  if (!isReplaced && spawnSync('curl', ['--version']).status === 0) return bin;
  copyFileSync(join(root, 'test/generated/samples/curl-stand-in.mjs'), join(bin, 'curl'));
  chmodSync(join(bin, 'curl'), 0o755);
  return bin;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/** Runs the code of a sample, whose files are in the folder `own`. Returns its error, or `undefined`. */
export async function runCode(code: string, client: unknown, own: string): Promise<unknown> {
  const names = {
    client,
    console: { log: () => {}, error: () => {} },
    ApiError: { is: () => false },
    fileSource: (path: string) => fileSource(join(own, path)),
    writeFile: (path: string, bytes: Uint8Array) => writeFile(join(own, path), bytes),
  };
  try {
    await new AsyncFunction(...Object.keys(names), code)(...Object.values(names));
    return undefined;
  } catch (error) {
    return error;
  }
}
