import { access, constants, copyFile, type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readErrorCode } from '../../tools/private-file.js';
import { CliError, type CliIo, write } from '../cli-io.js';
import { printable } from '../text/printable.js';

/** The target of a response: stdout, or a file, which has a temporary name until it is complete. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Name of the file; `undefined` for stdout. */
  readonly file: string | undefined;
  /** Writes bytes or text; on a terminal, text without control characters. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** Renames the complete file to its name. */
  readonly finish?: () => Promise<void>;
  /** Removes the incomplete file. */
  readonly abort?: () => Promise<void>;
}

/** Opens the target of a response, to be called before anything is sent; throws a `CliError` if the file cannot be written. */
export async function openSink(path: string | undefined, isForced: boolean, io: CliIo): Promise<Sink> {
  if (path === undefined || path === '-') {
    const isTerminal = io.stdout.isTTY === true;
    return {
      isTerminal,
      file: undefined,
      write: (chunk) => write(io.stdout, isTerminal && typeof chunk === 'string' ? printable(chunk) : chunk),
    };
  }
  if (path === '') throw new CliError('--out needs the name of a file');
  const file = resolve(io.cwd, path);
  await checkTarget(file, path, isForced);
  return openFileSink(file, path, isForced);
}

async function checkTarget(file: string, path: string, isForced: boolean) {
  const fail = (why: string): never => {
    throw new CliError(`--out ${path}: ${why}`);
  };
  const folder = dirname(file);
  const [above, old] = await Promise.all([folder, file].map((at) => stat(at).catch(() => undefined)));
  if (!above?.isDirectory()) fail(`there is no folder ${dirname(path)}`);
  if (old?.isDirectory()) fail('it is a folder');
  if (old && !isForced) fail(existing);
  await access(folder, constants.W_OK).catch(() => fail('you have no permission to write there'));
}

const existing = 'it exists; add --force to overwrite it';

function openFileSink(file: string, path: string, isForced: boolean): Sink {
  const draft = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.part`);
  let opening: Promise<FileHandle> | undefined;
  const openDraft = () => (opening ??= open(draft, 'wx', 0o666));
  return {
    isTerminal: false,
    file: path,
    write: async (chunk) => (await openDraft()).writeFile(chunk),
    abort: async () => {
      await opening?.then((handle) => handle.close()).catch(() => undefined);
      await rm(draft, { force: true });
    },
    finish: async () => {
      await (await openDraft()).close();
      try {
        if (isForced) await rename(draft, file);
        // Unlike `rename`, both fail if another process has created the file meanwhile. Some file systems have no links.
        else await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
      } catch (error) {
        throw new CliError(`--out ${path}: ${readErrorCode(error) === 'EEXIST' ? existing : String(error)}`);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
