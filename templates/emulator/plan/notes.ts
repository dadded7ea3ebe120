import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import type { Notes, Profile } from './plan.js';

/** Empty notes. */
export function newNotes(): Notes {
  return { warnings: [], ignored: [], freedoms: new Set() };
}

const mostTold = 10;

const longest = 120;

/** The headers `x-mock-warning` and `x-mock-ignored`, with at most ten entries each, and `x-mock-sample`. */
export function noteHeaders(
  { warnings, ignored, sampled, lacking }: Notes,
  method = 'GET',
): Readonly<Record<string, string>> {
  const told = warnings.map(describeWarning);
  return {
    ...(told.length === 0 ? {} : { 'x-mock-warning': headerList(told) }),
    ...(ignored.length === 0 ? {} : { 'x-mock-ignored': headerList(ignored) }),
    ...(lacking === true && { 'x-mock-sample': 'no value can be made for some members' }),
    ...(sampled === true && { 'x-mock-sample': isReading(method) ? 'not from the state' : 'nothing was stored' }),
  };
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** A warning in short: `invalidParameter (maxResults)`. */
export function describeWarning({ reason, details: { location } }: HttpError): string {
  return location === undefined ? reason : `${reason} (${location})`;
}

/** Texts as the value of a header: ASCII, at most ten, each of at most 120 characters. */
export function headerList(texts: readonly string[]): string {
  const shown = texts.slice(0, mostTold).map((text) => text.replace(/[^\x21-\x7e ]|,/g, '?').slice(0, longest));
  return [...shown, ...(texts.length > mostTold ? ['...'] : [])].join(', ');
}

/** What `rejectOrWarn` needs of a call or request. */
interface Objectionable {
  readonly profile: Profile;
  readonly notes: Notes;
}

/** Throws an error that does not prevent the call from running. In the profile `lenient`, adds a warning instead. */
export function rejectOrWarn({ profile, notes }: Objectionable, error: HttpError): void {
  if (profile !== 'lenient') throw error;
  const isTold = notes.warnings.some((one) => one.reason === error.reason && one.message === error.message);
  if (!isTold) notes.warnings.push(error);
}

/** Rejects (400) the value of a parameter, or warns of it as `rejectOrWarn` does. */
export function rejectParameter(
  call: Objectionable,
  name: string,
  message: string,
  { reason = 'invalidParameter', ...details }: HttpErrorDetails & { readonly reason?: string } = {},
): void {
  rejectOrWarn(call, new HttpError(400, reason, message, { ...details, location: name, locationType: 'parameter' }));
}
