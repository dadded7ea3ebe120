import { isSafe } from '../values/safe-method.js';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import type { Notes, Profile } from './plan.js';

/** Creates empty notes. */
export function newNotes(): Notes {
  return { warnings: [], ignored: [], freedoms: new Set(), hidden: new Set() };
}

/** Maximum number of entries of a header. */
const mostEntries = 10;

/** Maximum length of an entry of a header, in characters. */
const longestEntry = 120;

/** Writes notes as the headers `x-mock-warning`, `x-mock-ignored` and `x-mock-sample`. */
export function noteHeaders(
  { warnings, ignored, sampled, lacking }: Notes,
  method = 'GET',
): Readonly<Record<string, string>> {
  return {
    ...(warnings.length > 0 && { 'x-mock-warning': writeHeaderList(warnings.map(describeWarning)) }),
    ...(ignored.length > 0 && { 'x-mock-ignored': writeHeaderList(ignored) }),
    ...(lacking === true && { 'x-mock-sample': 'no value can be made for some members' }),
    ...(sampled === true && { 'x-mock-sample': isSafe(method) ? 'not from the state' : 'nothing was stored' }),
  };
}

/** Describes a warning in short: `invalidParameter (maxResults)`. */
export function describeWarning({ reason, details: { location } }: HttpError): string {
  return location === undefined ? reason : `${reason} (${location})`;
}

/** Writes texts as the value of a header: ASCII, at most ten, each of at most 120 characters. */
export function writeHeaderList(texts: readonly string[]): string {
  const entries = texts
    .slice(0, mostEntries)
    .map((text) => text.replace(/[^\x21-\x7e ]|,/g, '?').slice(0, longestEntry));
  return [...entries, ...(texts.length > mostEntries ? ['...'] : [])].join(', ');
}

/** The members of a call or request that `rejectOrWarn` uses. */
interface Notable {
  readonly profile: Profile;
  readonly notes: Notes;
}

/** Throws an error that does not prevent the call from running. In the profile `lenient`, adds a warning instead. */
export function rejectOrWarn({ profile, notes }: Notable, error: HttpError): void {
  if (profile !== 'lenient') throw error;
  const isNoted = notes.warnings.some((one) => one.reason === error.reason && one.message === error.message);
  if (!isNoted) notes.warnings.push(error);
}

/** Rejects (400) the value of a parameter, or warns of it as `rejectOrWarn` does. */
export function rejectParameter(
  call: Notable,
  name: string,
  message: string,
  { reason = 'invalidParameter', ...details }: HttpErrorDetails & { readonly reason?: string } = {},
): void {
  rejectOrWarn(call, new HttpError(400, reason, message, { ...details, location: name, locationType: 'parameter' }));
}
