import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { arrayBuffer } from 'node:stream/consumers';
import type { MediaSource, NamedMedia } from '../../client/body/media.js';
import { isJsonObject } from '../../json.js';
import { fileSource } from '../../node/file-source.js';
import { openFileParts } from '../../tools/file-parts.js';
import { mediaTypeByEnding } from '../../tools/media-types.js';
import type { CallJob } from '../call/session.js';
import { CliError, type CliIo } from '../cli-io.js';

/** A file that is a part of a body. */
export interface PartFile extends NamedMedia {
  readonly name: string;
  /** Path as it was typed; `-` for stdin. */
  readonly path: string;
}

/** Returns whether a value is a file that `openBodyFiles` opened. */
export function isPartFile(value: unknown): value is PartFile {
  return isJsonObject(value) && 'data' in value && 'path' in value;
}

/** Opens the files that a multipart body names: `{"cover": "@cat.png"}`, `{"pages": ["@-"]}` for stdin. */
export function openBodyFiles(body: unknown, { tool, parsed, io }: CallJob): Promise<unknown> {
  // A dry run shows the path, and reads nothing.
  const isRead = !parsed.has('dry-run');
  return openFileParts(tool, body, async (item, name) => {
    if (typeof item !== 'string' || !item.startsWith('@')) return item;
    const path = item.slice(1);
    if (path === '-') return { data: new Blob(isRead ? [await readInput(path, io)] : []), name: 'stdin', path };
    const flag = parsed.values.find(({ isFile, steps }) => isFile && steps[1] === name);
    const type = mediaTypeByEnding(path);
    const source = openFile(resolve(io.cwd, path), flag?.typed ?? `--body: ${name}`, path, type);
    return { data: isRead ? source : new Blob(), name: basename(path), path, type } satisfies PartFile;
  });
}

/** Opens a file to send it. Throws a `CliError` that names the option (`--media`) and the path as it was typed. */
export function openFile(file: string, option: string, path: string, type: string | undefined): MediaSource {
  try {
    return fileSource(file, type === undefined ? {} : { type });
  } catch (error) {
    const isMissing = Object(error).code !== undefined;
    throw new CliError(`${option} ${isMissing ? describeFileError(path, error) : `${path}: it is not a file`}`);
  }
}

/** Reads the bytes of a file, or of stdin for `-`. */
export async function readInput(path: string, { stdin, cwd }: CliIo): Promise<Uint8Array<ArrayBuffer>> {
  return path === '-' ? new Uint8Array(await arrayBuffer(stdin)) : readFile(resolve(cwd, path));
}

/** Describes why a file cannot be read: `pet.json: there is no such file`. */
export function describeFileError(path: string, error: unknown): string {
  const { code } = Object(error);
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'you have no permission to read it',
    EPERM: 'you have no permission to read it',
  };
  return `${path}: ${words[code] ?? (error instanceof Error ? error.message : code)}`;
}
