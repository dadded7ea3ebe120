import { access, link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError, type CliIo, write } from '../cli-io.js';

/** Where the response goes: stdout, or a file that is complete before it has its name. */
export interface Sink {
  /** Whether a person looks at it. */
  readonly isTerminal: boolean;
  /** Name of the file; `undefined` for stdout. */
  readonly file: string | undefined;
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** Leaves nothing behind. */
  readonly abort: () => Promise<void>;
}

/** Opens where the response goes, before anything is sent; throws where a file is in the way. */
export async function openSink(path: string | undefined, isForced: boolean, io: CliIo): Promise<Sink> {
  if (path === undefined || path === '-') {
    return {
      isTerminal: io.stdout.isTTY === true,
      file: undefined,
      write: (chunk) => write(io.stdout, chunk),
      finish: async () => {},
      abort: async () => {},
    };
  }
  if (path === '') throw new CliError('--out needs the name of a file');
  const file = resolve(io.cwd, path);
  await checkTarget(file, path, isForced);
  return fileSink(file, path, isForced);
}

async function checkTarget(file: string, path: string, isForced: boolean): Promise<void> {
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new CliError(`--out ${path}: there is no folder ${dirname(path)}`);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) throw new CliError(`--out ${path}: it is a folder`);
  if (found !== undefined && !isForced) throw new CliError(`--out ${path}: it exists; add --force to overwrite it`);
  await access(dirname(file), 2).catch(() => {
    throw new CliError(`--out ${path}: you may not write there`);
  });
}

function fileSink(file: string, path: string, isForced: boolean): Sink {
  const draft = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.part`);
  let opened: FileHandle | undefined;
  const handle = async (): Promise<FileHandle> => (opened ??= await open(draft, 'wx', 0o666));
  const abort = async (): Promise<void> => {
    await opened?.close().catch(() => undefined);
    await rm(draft, { force: true });
  };
  return {
    isTerminal: false,
    file: path,
    abort,
    write: async (chunk) => {
      await (await handle()).writeFile(chunk);
    },
    finish: async () => {
      await (await handle()).close();
      try {
        // A link fails where another process was faster; a rename would overwrite.
        if (isForced) await rename(draft, file);
        else await link(draft, file);
      } catch (error) {
        const isTaken = Object(error).code === 'EEXIST';
        if (isTaken || isForced)
          throw new CliError(`--out ${path}: ${isTaken ? 'it exists; add --force to overwrite it' : String(error)}`);
        // A file system without links.
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}
