import { FileInUse, lockFile } from '../../../../templates/emulator/features/state-log/lock-file.js';

/** A process that takes the lock of a file and ends without releasing it, as one that is killed does; it prints what it got. */
const [path = ''] = process.argv.slice(2);
try {
  await lockFile(path);
  process.stdout.write('taken');
} catch (error) {
  if (!(error instanceof FileInUse)) throw error;
  process.stdout.write('in use');
}
