import { FileInUse, lockFile } from '../../../../templates/emulator/features/state-log/lock-file.js';

/** A program that locks a file and ends without releasing it, like a killed process; it prints `taken` or `in use`. */
const [path = ''] = process.argv.slice(2);
try {
  await lockFile(path);
  process.stdout.write('taken');
} catch (error) {
  if (!(error instanceof FileInUse)) throw error;
  process.stdout.write('in use');
}
