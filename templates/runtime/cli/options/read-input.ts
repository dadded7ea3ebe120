import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { arrayBuffer } from 'node:stream/consumers';
import type { CliIo } from '../cli-io.js';

/** The folder of files, and stdin. */
export type InputSource = Pick<CliIo, 'stdin' | 'cwd'>;

/** Reads the bytes of a file, or of stdin for `-`. */
export async function readInput(path: string, { stdin, cwd }: InputSource): Promise<Uint8Array<ArrayBuffer>> {
  return path === '-' ? new Uint8Array(await arrayBuffer(stdin)) : readFile(resolve(cwd, path));
}

/** Says what is wrong with a file: `pet.json: there is no such file`. */
export function describeFileError(path: string, error: unknown): string {
  const { code } = Object(error);
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'you may not read it',
    EPERM: 'you may not read it',
  };
  return `${path}: ${words[code] ?? (error instanceof Error ? error.message : code)}`;
}
