import type { Position } from '../../diagnostics.js';
import { visibleText } from '../../diagnostics/visible-text.js';
import type { Json } from '../../spec/read/json.js';
import { isSameJson } from '../../api/tools/is-same-json.js';
import { pairUp } from './pair-up.js';
import type { Change, ChangeCode } from '../changes/change.js';

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

/** A location, and how the point is called. */
export interface Where extends Location {
  readonly subject: string;
}

/** What changed, as code and message. */
type Told = Parameters<Tell>;

/** Says what changed at one point. */
export type Tell = (code: ChangeCode, message: string) => void;

/** Says what changes at a point. */
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
export function isSameFact(before: unknown, after: unknown): boolean {
  // `as`: facts of the intermediate representation are plain data.
  return isSameJson((before ?? null) as Json, (after ?? null) as Json);
}

/** What happened to a fact that is not the same. */
export function classifyChange(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/** Says how a fact that holds or does not has turned, if it has. */
export function tellTurn(tell: Tell, [old, now]: readonly (boolean | undefined)[], on: Told, off: Told): void {
  if ((old === true) !== (now === true)) tell(...(now === true ? on : off));
}

/** What comes and goes as a whole. */
type Thing = 'header' | 'media-type' | 'operation' | 'schema' | 'security-scheme' | 'server' | 'webhook';

/** Says that only one side has something. */
export function tellAlone(tell: Tell, side: Location['side'], thing: Thing, name: string): void {
  if (side === 'new') tell(`${thing}-added`, `${name} is new`);
  else tell(`${thing}-removed`, `${name} is gone`);
}

/** What a list has got, and what it has lost. */
export function differences<T>(
  before: readonly T[] = [],
  after: readonly T[] = [],
): { readonly come: readonly T[]; readonly gone: readonly T[] } {
  const [old, now] = [new Set(before), new Set(after)];
  return { come: after.filter((one) => !old.has(one)), gone: before.filter((one) => !now.has(one)) };
}

/** What to do with things that have names: with those of both sides, and with those of one. */
interface Visit<T> {
  readonly both: (pair: Both<T>, name: string) => void;
  readonly alone: (one: T, side: Location['side'], name: string) => void;
}

/** Goes through what both sides have under the same name, and what only one has. */
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
