import { openStateFile } from '../../../templates/emulator/server/state-file.js';
import { openShelf } from '../engine/shelf.js';

/** A process that inserts without end, keeps its state in a file, and says what it has inserted; it is there to be killed. */
const [path = ''] = process.argv.slice(2);
const { emulator } = openShelf();
const file = await openStateFile(path, emulator, 0);
const first = emulator.state['books']?.list().length ?? 0;
for (let number = first; ; number += 1) {
  emulator.state['books']?.insert({ id: `B${number}`, title: 'x'.repeat(5000) });
  file.touch();
  process.stdout.write(`${number + 1}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
