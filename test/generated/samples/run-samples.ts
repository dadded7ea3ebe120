import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSource } from '@speccast/video-platform/node';
import { root } from '../../rules/sources.js';

/** A folder that has a `curl` where the machine has none, or is to use another. */
export function curlFolder(folder: string, isReplaced = false): string {
  const bin = join(folder, `bin-${isReplaced}`);
  mkdirSync(bin, { recursive: true });
  if (!isReplaced && spawnSync('curl', ['--version']).status === 0) return bin;
  copyFileSync(join(root, 'test/generated/samples/curl-stand-in.mjs'), join(bin, 'curl'));
  chmodSync(join(bin, 'curl'), 0o755);
  return bin;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/** Runs a piece of code, whose files are in a folder of its own; returns its error. */
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
