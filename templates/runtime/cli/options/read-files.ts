import { basename, resolve } from 'node:path';
import type { MediaSource, NamedMedia } from '../../client/body/media.js';
import { isJsonObject } from '../../json.js';
import { fileSource } from '../../node/file-source.js';
import type { Tool, ToolBody } from '../../tools/catalogue.js';
import { mediaTypeByEnding } from '../../tools/media-types.js';
import { CliError } from '../cli-io.js';
import type { OptionTarget } from './option-table.js';
import { describeFileError, type InputSource, readInput } from './read-input.js';

/** A file that is a part of a body. */
export interface PartFile extends NamedMedia {
  readonly name: string;
  /** As it was given; `-` for stdin. */
  readonly path: string;
}

/** Whether a value is a file that `readFileParts` opened. */
export function isPartFile(value: unknown): value is PartFile {
  return isJsonObject(value) && 'data' in value && 'path' in value;
}

/** Whether what an option sets is a part of the body that is a file, or several. */
export function setsFile({ body }: Tool, target: OptionTarget): boolean {
  if (target.kind === 'common' || target.in !== 'body' || target.steps.length > 1) return false;
  return body?.files.has(target.steps[0] ?? '') === true;
}

/** Opens the files that flags name as parts of a body: paths, with or without an `@`, or `-` for stdin. */
export async function openParts(
  option: string,
  paths: readonly string[],
  isList: boolean,
  input: InputSource,
): Promise<PartFile | readonly PartFile[]> {
  const files = await Promise.all(paths.map((path) => openPart(option, path.replace(/^@/, ''), input)));
  const [first] = files;
  if (isList || first === undefined) return files;
  if (files.length > 1) throw new CliError(`--${option} was given ${files.length} times; it takes one file`);
  return first;
}

/** A body whose parts name files, as `"@cover.png"`, with these files. */
export async function openNamedParts(body: unknown, { files }: ToolBody, input: InputSource): Promise<unknown> {
  if (!isJsonObject(body) || files.size === 0) return body;
  const open = (name: string, value: unknown): Promise<unknown> | unknown =>
    typeof value === 'string' && value.startsWith('@') ? openPart(`body: ${name}`, value.slice(1), input) : value;
  const opened = await Promise.all(
    Object.entries(body).map(async ([name, value]: readonly [string, unknown]) => {
      if (!files.has(name)) return [name, value] as const;
      const own = Array.isArray(value) ? await Promise.all(value.map((item) => open(name, item))) : open(name, value);
      return [name, await own] as const;
    }),
  );
  return Object.fromEntries(opened);
}

/** Says that a body with files is one of parts, where it could be something else. */
export function multipartOf({ operation }: Tool, body: unknown): { readonly contentType?: string } {
  const { body: contents = [] } = operation;
  const parts = contents.find(({ kind }) => kind === 'multipart');
  const hasFiles = isJsonObject(body) && Object.values(body).flat().some(isPartFile);
  return parts !== undefined && contents.length > 1 && hasFiles ? { contentType: parts.mediaType } : {};
}

async function openPart(option: string, path: string, input: InputSource): Promise<PartFile> {
  if (path === '-') return { data: new Blob([await stdinOf(input)]), name: 'stdin', path };
  const type = mediaTypeByEnding(path);
  return {
    data: openFile(resolve(input.io.cwd, path), { option, path, type }),
    name: basename(path),
    path,
    ...(type !== undefined && { type }),
  };
}

async function stdinOf(input: InputSource): Promise<BlobPart> {
  return (await readInput('-', input)) as BlobPart; // `as`: none of it is shared memory
}

/** Opens a file to send it; an error says which option names it. */
export function openFile(
  file: string,
  { option, path, type }: { readonly option: string; readonly path: string; readonly type: string | undefined },
): MediaSource {
  try {
    return fileSource(file, type === undefined ? {} : { type });
  } catch (error) {
    const isOther = Object(error).code === undefined;
    throw new CliError(`--${option} ${isOther ? `${path}: it is not a file` : describeFileError(path, error)}`);
  }
}
