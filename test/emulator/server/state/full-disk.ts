import { type Disk, nodeDisk } from '../../../../templates/emulator/features/state-log/disk.js';

/** Returns the disk of Node with a member `full`. While it is true, writing fails after half of the bytes (ENOSPC), or synchronizing fails (EIO). */
export function createFullDisk(step: 'write' | 'datasync'): Disk & { full: boolean } {
  const disk = {
    ...nodeDisk,
    full: false,
    open: async (...args: Parameters<Disk['open']>) => {
      const file = await nodeDisk.open(...args);
      const [write, datasync] = [file.write.bind(file), file.datasync.bind(file)];
      const half = async (bytes: Uint8Array, from: number, length: number, position: number): Promise<unknown> => {
        if (!disk.full) return write(bytes, from, length, position);
        // As on a real disk, some bytes still fit.
        await write(bytes, from, Math.floor(length / 2), position);
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      };
      const fail = async (): Promise<void> => {
        if (disk.full) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
        await datasync();
      };
      return Object.assign(file, step === 'write' ? { write: half } : { datasync: fail });
    },
  };
  // `write` has more overloads; the state file uses this one only.
  return disk as unknown as Disk & { full: boolean };
}

/** A disk whose files cannot be opened. */
export const deniedDisk: Disk = {
  ...nodeDisk,
  open: () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })),
};
