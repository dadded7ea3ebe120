import type { Engine } from './engine.js';
import type { JournalView } from './journal/journal-entry.js';

const engines = new WeakMap<JournalView, Engine>();

/** Makes the engine of a world known to what is built around emulators, such as the control plane. */
export function registerEngine(engine: Engine): void {
  engines.set(engine.journal.entries, engine);
}

/** The engine of an emulator. Throws a `TypeError` for an object that `startEmulator` did not make. */
export function engineOf({ journal }: { readonly journal: JournalView }): Engine {
  const engine = engines.get(journal);
  if (engine === undefined) throw new TypeError('It is no emulator of this package.');
  return engine;
}
