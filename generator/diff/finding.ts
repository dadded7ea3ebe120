import type { Position } from '../diagnostics.js';
import { visibleText } from '../diagnostics/visible-text.js';
import type { Json } from '../spec/read/json.js';
import type { Change } from './change.js';
import { isSameJson } from '../api/schemas/is-same-json.js';

/** A change before it is known which operations it concerns. */
export type Finding = Pick<Change, 'code' | 'message' | 'subject' | 'at' | 'side'>;

/** What two descriptions say of the same thing. */
export interface Both<T> {
  readonly before: T;
  readonly after: T;
}

/** Where something is: in the new description, where it is there. */
export interface Location {
  readonly at: Position;
  readonly side: 'old' | 'new';
}

/** A location in the new description. */
export function inNew({ at }: { readonly at: Position }): Location {
  return { at, side: 'new' };
}

/** A location in the old description, of what the new one does not have. */
export function inOld({ at }: { readonly at: Position }): Location {
  return { at, side: 'old' };
}

const longestName = 80;
const longestValue = 120;

/** A name of the spec as part of an address: on one line, and not without end. */
export function step(name: string): string {
  return visibleText(cut(name, longestName));
}

/** A name of the spec in a sentence. */
export function quote(name: string): string {
  return visibleText(JSON.stringify(cut(name, longestName)));
}

/** A value of the spec in a sentence. */
export function say(value: Json | undefined): string {
  return value === undefined ? 'nothing' : visibleText(cut(JSON.stringify(value), longestValue));
}

/** Some names in a sentence: the first of them, and how many more there are. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, 8).map(quote).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a letter is none.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Whether two facts are the same, as JSON. */
export function isSameFact({ before, after }: Both<unknown>): boolean {
  // `as`: facts of the intermediate representation are plain data.
  return isSameJson((before ?? null) as Json, (after ?? null) as Json);
}
