import type { Refusal } from '../plan/plan.js';
import type { Freedom } from '../hostile/freedoms.js';

/** What is to be said of a call beside its answer; grows while the call is carried out. */
export interface Notes {
  /** What the call would have been refused for in another profile. */
  readonly warnings: Refusal[];
  /** Paths of members of the body that no schema names. */
  readonly ignored: string[];
  /** What the answer made use of that the documents leave open. */
  readonly freedoms: Set<Freedom>;
}

/** Notes with nothing in them. */
export function newNotes(): Notes {
  return { warnings: [], ignored: [], freedoms: new Set() };
}
