import type { Engine } from './engine.js';
import type { JournalView } from './journal/journal-entry.js';

type Engines = WeakMap<JournalView, Engine>;

// The same in each copy of this module: programs may load the emulator and its server in different ways.
const key = /* @__PURE__ */ Symbol.for('@speccast/emulator/engines');

function engines(): Engines {
  // Nothing else has this key.
  const shared = globalThis as { [key]?: Engines };
  return (shared[key] ??= new WeakMap());
}

/** Makes the engine of a world known to what is built around emulators, such as the control plane. */
export function registerEngine(engine: Engine): void {
  engines().set(engine.journal.entries, engine);
}

/** The engine of an emulator. Throws a `TypeError` for an object that `startEmulator` did not make. */
export function findEngine({ journal }: { readonly journal: JournalView }): Engine {
  const engine = typeof journal === 'object' ? engines().get(journal) : undefined;
  if (!engine) throw new TypeError('It is no emulator of this package.');
  return engine;
}
