import type { Engine } from './engine.js';
import type { JournalView } from './journal/journal-entry.js';

type Engines = WeakMap<JournalView, Engine>;

// Shared by all copies of this module: programs may load the emulator and its server from different bundles.
const key = /* @__PURE__ */ Symbol.for('@speccast/emulator/engines');

function engines(): Engines {
  // Nothing else has this key.
  const shared = globalThis as { [key]?: Engines };
  return (shared[key] ??= new WeakMap());
}

/** Registers the engine of an emulator, so that `findEngine` of the control plane and others finds it. */
export function registerEngine(engine: Engine): void {
  engines().set(engine.journal.entries, engine);
}

/** Returns the engine of an emulator. Throws a `TypeError` for an object that `startEmulator` did not create. */
export function findEngine({ journal }: { readonly journal: JournalView }): Engine {
  const engine = typeof journal === 'object' ? engines().get(journal) : undefined;
  if (!engine) throw new TypeError('The object is not an emulator of this package.');
  return engine;
}
