import type { Refusal } from '../plan/plan.js';
import type { Profile } from '../options.js';
import type { Notes } from './notes.js';

/** Whoever may be refused: a call, or a request that is not one yet. */
export interface Objectionable {
  readonly profile: Profile;
  readonly notes: Notes;
}

/** Refuses what could be carried out all the same; in the profile `lenient` that is but a warning, and the call goes on. */
export function objectTo({ profile, notes }: Objectionable, refusal: Refusal): void {
  if (profile !== 'lenient') throw refusal;
  const isTold = notes.warnings.some((one) => one.reason === refusal.reason && one.message === refusal.message);
  if (!isTold) notes.warnings.push(refusal);
}
