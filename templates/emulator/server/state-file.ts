import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './lock-file.js';

/** An emulator whose state can be saved. */
export interface KeptEmulator {
  readonly save: () => unknown;
  /** Throws for an invalid state. */
  readonly load: (saved: unknown) => void;
  readonly snapshot: () => { readonly world: unknown };
}

/** A file with the state of an emulator. */
export interface StateFile {
  /** Reports a possible change, which is saved soon. */
  readonly touch: () => void;
  /** Saves the state of another emulator from now on. */
  readonly follow: (emulator: KeptEmulator) => void;
  /** Saves unsaved changes and releases the lock. */
  readonly close: () => Promise<void>;
}

/** A file without a valid state, which is not changed. The message is a sentence. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

const usualDelay = 100;

/**
 * Loads the state from a file, if it exists, and saves it there soon after each change and at the end. After a crash, the file
 * has the last saved state. Throws `FileInUse` and `DamagedState`.
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
      // Changes while it writes are saved the next time.
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
 * Replaces a file atomically: readers, also after a crash, find the old or the new content. Only the owner can read it (0600).
 */
async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  // A crash may have left the file. The lock ensures that there is no other writer.
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

/** Writes the renaming to disk. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and does not need this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
