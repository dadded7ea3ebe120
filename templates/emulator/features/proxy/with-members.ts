import type { Engine } from '../../world/engine.js';
import { findEngine } from '../../world/engines.js';
import type { JournalView } from '../../world/journal/journal-entry.js';

/** The members of an emulator that a server uses. */
export interface ServedEmulator {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Returns an emulator with other members; it keeps those that are not replaced. */
export function withMembers<Served extends ServedEmulator, Members extends object>(
  emulator: Served,
  members: Members,
): Served & Members {
  const extended: Served & Members = Object.assign(Object.create(emulator), members);
  const worldOf: unknown = Reflect.get(emulator, 'worldOf');
  // The control plane asks for the world of a request, and has to get the new members, too.
  if (typeof worldOf === 'function')
    Object.assign(extended, {
      worldOf: (request: Request): unknown => {
        const world: unknown = Reflect.apply(worldOf, emulator, [request]);
        return world === emulator ? extended : world;
      },
    });
  return extended;
}

/** Returns the engine of an emulator. Throws a `TypeError` for anything else. */
export function requireEngine(emulator: object): Engine {
  // `engineOf` throws for an object without a journal.
  return findEngine(emulator as { readonly journal: JournalView });
}
