import { codeOf, type Disk, messageOf } from './disk.js';
import { DamagedState } from './state-errors.js';

/** An emulator that loads the state that older versions kept. */
interface LoadingEmulator {
  readonly load: (saved: unknown) => void;
}

/** Whether a file has the state of an older version: one JSON document. */
export async function isOldState(disk: Disk, path: string): Promise<boolean> {
  try {
    const file = await disk.open(path, 'r');
    try {
      const start = Buffer.alloc(200);
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      return /^\s*\{\s*"format":\s*"speccast-state",\s*"version":\s*1\b/.test(start.toString('latin1', 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Loads the state of an older version into an emulator. Throws `DamagedState` if it is not valid. */
export async function loadOldState(disk: Disk, path: string, emulator: LoadingEmulator): Promise<void> {
  const file = await disk.open(path, 'r');
  try {
    emulator.load(JSON.parse(await file.readFile('utf8')));
  } catch (error) {
    throw new DamagedState(`${path} cannot be loaded, and is left as it is: ${messageOf(error)}`);
  } finally {
    await file.close();
  }
}
