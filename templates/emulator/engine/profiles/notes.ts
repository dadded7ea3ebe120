import type { Notes, Profile } from '../plan/plan.js';
import type { HttpError } from '../response/http-error.js';

/** Notes with nothing in them. */
export function newNotes(): Notes {
  return { warnings: [], ignored: [], freedoms: new Set() };
}

const mostTold = 10;

const longest = 120;

/** Headers that tell of what was let pass (`x-mock-warning`) or left out (`x-mock-ignored`): at most ten entries each. */
export function noteHeaders({ warnings, ignored }: Notes): Readonly<Record<string, string>> {
  const told = warnings.map(describeWarning);
  return {
    ...(told.length === 0 ? {} : { 'x-mock-warning': listOf(told) }),
    ...(ignored.length === 0 ? {} : { 'x-mock-ignored': listOf(ignored) }),
  };
}

/** A warning in short: `invalidParameter (maxResults)`. */
export function describeWarning({ reason, details: { location } }: HttpError): string {
  return location === undefined ? reason : `${reason} (${location})`;
}

function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, mostTold).map((text) => text.replace(/[^\x21-\x7e ]|,/g, '?').slice(0, longest));
  return [...shown, ...(texts.length > mostTold ? ['...'] : [])].join(', ');
}

/** Whoever may be rejected: a call, or a request that is not one yet. */
interface Objectionable {
  readonly profile: Profile;
  readonly notes: Notes;
}

/** Rejects what could be carried out all the same; in the profile `lenient` that is but a warning, and the call goes on. */
export function rejectOrWarn({ profile, notes }: Objectionable, error: HttpError): void {
  if (profile !== 'lenient') throw error;
  const isTold = notes.warnings.some((one) => one.reason === error.reason && one.message === error.message);
  if (!isTold) notes.warnings.push(error);
}
