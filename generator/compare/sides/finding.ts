import type { Position } from '../../diagnostics.js';
import { visibleText } from '../../diagnostics/visible-text.js';
import type { Json } from '../../json.js';
import { isSameJson } from '../../api/tools/is-same-json.js';
import { pairUp } from './pair-up.js';
import type { Change, ChangeCode } from '../changes/change.js';

/** A change before it is known which operations it concerns. */
export type Finding = Pick<Change, 'code' | 'message' | 'subject' | 'at' | 'side'>;

/** A thing as the old and as the new description have it. */
export interface Both<T> {
  readonly before: T;
  readonly after: T;
}

/** A position in one of the descriptions. */
export interface Location {
  readonly at: Position;
  readonly side: 'old' | 'new';
}

/** A location, and how the point is called. */
export interface Where extends Location {
  readonly subject: string;
}

/** The code and message of a change. */
type Told = Parameters<Tell>;

/** Says what changed at one point. */
export type Tell = (code: ChangeCode, message: string) => void;

/** Creates a `Tell` for a point: its messages become findings there. */
export function tellAt(report: (finding: Finding) => void, where: Where): Tell {
  return (code, message) => report({ code, message, ...where });
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

/** Prints a name as part of an address: on one line, and cut after 80 characters. */
export function step(name: string): string {
  return visibleText(cut(name, longestName));
}

/** Prints a name of the spec in a sentence, in quotes: `"limit"`. */
export function quote(name: string): string {
  return visibleText(JSON.stringify(cut(name, longestName)));
}

/** Prints a value of the spec in a sentence, as JSON; `nothing` if there is none. */
export function say(value: Json | undefined): string {
  return value === undefined ? 'nothing' : visibleText(cut(JSON.stringify(value), longestValue));
}

/** Prints names in a sentence: the first eight, and how many more there are. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, 8).map(quote).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // A cut must not leave half of a surrogate pair.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns whether two facts are equal as JSON; `undefined` equals `null`. */
export function isSameFact(before: unknown, after: unknown): boolean {
  // `as`: facts of the intermediate representation are plain data.
  return isSameJson((before ?? null) as Json, (after ?? null) as Json);
}

/** Returns what happened to a fact that differs: `classifyChange(undefined, 1)` is `added`. */
export function classifyChange(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Reports a flag that changed: `on` if it is set now, `off` if it was set. */
export function tellTurn(tell: Tell, [old, now]: readonly (boolean | undefined)[], on: Told, off: Told): void {
  if ((old === true) !== (now === true)) tell(...(now === true ? on : off));
}

/** Things that have a code `<thing>-added` and a code `<thing>-removed`. */
type Thing = 'header' | 'media-type' | 'operation' | 'schema' | 'security-scheme' | 'server' | 'webhook';

/** Reports a thing that only one side has: `the schema "Pet" is gone`. */
export function tellAlone(tell: Tell, side: Location['side'], thing: Thing, name: string): void {
  if (side === 'new') tell(`${thing}-added`, `${name} is new`);
  else tell(`${thing}-removed`, `${name} is gone`);
}

/** Returns the members that are new in a list, and those that are gone: `['a', 'b']`, `['b', 'c']` -> come `c`, gone `a`. */
export function differences<T>(
  before: readonly T[] = [],
  after: readonly T[] = [],
): { readonly come: readonly T[]; readonly gone: readonly T[] } {
  const [old, now] = [new Set(before), new Set(after)];
  return { come: after.filter((one) => !old.has(one)), gone: before.filter((one) => !now.has(one)) };
}

/** Called for things of both sides that have the same name, and for things of one side. */
interface Visit<T> {
  readonly both: (pair: Both<T>, name: string) => void;
  readonly alone: (one: T, side: Location['side'], name: string) => void;
}

/**
 * Visits things by name: those of both sides in pairs, those of one side alone; in the order of the old side, then of the
 * new one.
 */
export function visitPairs<T>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  nameOf: (one: T) => string,
  { both, alone }: Visit<T>,
): void {
  for (const [name, { ours, theirs }] of pairUp(before, after, nameOf)) {
    if (ours !== undefined && theirs !== undefined) both({ before: ours, after: theirs }, name);
    else if (theirs !== undefined) alone(theirs, 'new', name);
    else if (ours !== undefined) alone(ours, 'old', name);
  }
}
