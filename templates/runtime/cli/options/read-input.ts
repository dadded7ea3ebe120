import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';

/** Where files and stdin are read from. */
export interface InputSource {
  readonly io: Pick<CliIo, 'stdin' | 'cwd'>;
}

/** The bytes of a file, or of stdin for `-`. */
export async function readInput(path: string, { io }: InputSource): Promise<Uint8Array> {
  if (path !== '-') return readFile(resolve(io.cwd, path));
  const pieces: Uint8Array[] = [];
  for await (const piece of io.stdin) pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer()); // `as`: none of them is shared memory
}

/** What is wrong with a file, in words. */
export function describeFileError(path: string, error: unknown): string {
  const code = String(Object(error).code);
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'you may not read it',
    EPERM: 'you may not read it',
  };
  return `${path}: ${words[code] ?? (error instanceof Error ? error.message : code)}`;
}
