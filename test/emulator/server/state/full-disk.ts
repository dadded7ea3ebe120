import { type Disk, nodeDisk } from '../../../../templates/emulator/features/state-log/disk.js';

/** The disk of Node, with files that cannot be written (ENOSPC, after half of the bytes) or synchronized (EIO) while it is full. */
export function fullDisk(step: 'write' | 'datasync'): Disk & { full: boolean } {
  const disk = {
    ...nodeDisk,
    full: false,
    open: async (...args: Parameters<Disk['open']>) => {
      const file = await nodeDisk.open(...args);
      const [write, datasync] = [file.write.bind(file), file.datasync.bind(file)];
      const half = async (bytes: Uint8Array, from: number, length: number, position: number): Promise<unknown> => {
        if (!disk.full) return write(bytes, from, length, position);
        // Some of it still fits.
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
  // The tests call `write` with these arguments only.
  return disk as unknown as Disk & { full: boolean };
}

/** A disk on which nothing can be opened. */
export const deniedDisk: Disk = {
  ...nodeDisk,
  open: () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })),
};
