import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './lock-file.js';

/** An emulator whose state can be kept in a file. */
export interface KeptEmulator {
  readonly save: () => unknown;
  /** Throws where what was saved is none of its states. */
  readonly load: (saved: unknown) => void;
  readonly snapshot: () => { readonly world: unknown };
}

/** A file in which the state of an emulator is kept. */
export interface StateFile {
  /** Tells that something may have changed; it is saved soon. */
  readonly touch: () => void;
  /** Keeps another emulator's state from now on. */
  readonly follow: (emulator: KeptEmulator) => void;
  /** Saves what is not saved yet, and gives the file free. */
  readonly close: () => Promise<void>;
}

/** A file that is no saved state; the message is a sentence. It is left as it is. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

const usualDelay = 100;

/**
 * Loads the state from a file, where there is one, and keeps it there from now on: soon after each change, and at the end. A
 * crash leaves the last state that was saved whole. Throws `FileInUse` and `DamagedState`.
 */
export async function openStateFile(
  path: string,
  emulator: KeptEmulator,
  delay: number = usualDelay,
): Promise<StateFile> {
  const release = lockFile(path);
  try {
    const text = await readIfThere(path);
    if (text !== undefined) load(path, text, emulator);
  } catch (error) {
    release();
    throw error;
  }
  return keep(path, emulator, { delay, release });
}

function load(path: string, text: string, emulator: KeptEmulator): void {
  try {
    emulator.load(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new DamagedState(`${path} cannot be loaded, and is left as it is: ${why}`);
  }
}

function keep(
  path: string,
  first: KeptEmulator,
  { delay, release }: { readonly delay: number; readonly release: () => void },
): StateFile {
  let emulator = first;
  let saved: unknown;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const save = async (): Promise<void> => {
    const { world } = emulator.snapshot();
    if (world === saved) return;
    await writeDurably(path, `${JSON.stringify(emulator.save())}\n`);
    saved = world;
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      // What changes while it writes is for the next time.
      timer = undefined;
      writing = writing.then(save).catch(complain);
    }, delay);
  };
  return {
    touch: () => {
      if (emulator.snapshot().world !== saved) schedule();
    },
    follow: (next) => {
      emulator = next;
      schedule();
    },
    close: async () => {
      clearTimeout(timer);
      await writing;
      try {
        await save();
      } finally {
        release();
      }
    },
  };
}

function complain(error: unknown): void {
  process.stderr.write(`The state could not be saved: ${error instanceof Error ? error.message : String(error)}\n`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces a file as a whole: whoever reads it, also after a crash at any moment, finds the old text or the new one. Only its
 * owner may read it (0600).
 */
async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  // What a crash left behind is nobody's: the lock says that there is one writer.
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Until the folder is on disk, the renaming is not. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs none of this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
