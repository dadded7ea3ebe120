import type { Position } from '../../diagnostics.js';
import { visibleText } from '../../diagnostics/visible-text.js';
import { type Json, isSameJson } from '../../json.js';
import type { Change, ChangeCode } from '../changes/change.js';

/** A change without its kind and its operations, which are found later. */
export type Finding = Pick<Change, 'code' | 'message' | 'subject' | 'at' | 'side'>;

/** A value of the old description and its counterpart in the new one. */
export interface Both<T> {
  readonly before: T;
  readonly after: T;
}

/** A position in one of the descriptions. */
export interface Location {
  readonly at: Position;
  readonly side: 'old' | 'new';
}

/** A location, and the address of the point. */
export interface Where extends Location {
  readonly subject: string;
}

/** The code and message of a change. */
type TellArguments = Parameters<Tell>;

/** Reports a change at one point. */
export type Tell = (code: ChangeCode, message: string) => void;

/** Creates a `Tell` for a point: its messages become findings there. */
export function tellAt(report: (finding: Finding) => void, where: Where): Tell {
  return (code, message) => report({ code, message, ...where });
}

/** Returns a location in the new description. */
export function inNew({ at }: { readonly at: Position }): Location {
  return { at, side: 'new' };
}

/** Returns a location in the old description, for parts that the new one does not have. */
export function inOld({ at }: { readonly at: Position }): Location {
  return { at, side: 'old' };
}

const longestName = 80;

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
  return value === undefined ? 'nothing' : visibleText(cut(JSON.stringify(value), 120));
}

/** Prints names in a sentence: the first eight, and how many more there are. */
export function list(names: readonly string[]): string {
  return listFirst(names.map(quote), 8);
}

/** Prints the first few of some texts, and how many more there are: `1, 2 and 3 more`. */
export function listFirst(texts: readonly string[], most: number): string {
  const shown = texts.slice(0, most).join(', ');
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown;
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

/** Classifies a fact that differs: `classifyChange(undefined, 1)` is `added`. */
export function classifyChange(before: unknown, after: unknown): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

/**
 * Describes the change of a fact, either side of which may be absent: `maxLength is 10, and was 20`, `maxLength is 10, and there was
 * none`, `there is no maxLength any more; it was 20`. `none` and `lost` replace the words for an absent side.
 */
export function sayFact(
  name: string,
  [before, after]: readonly (string | number | undefined)[],
  {
    none = 'there was none',
    lost = `there is no ${name} any more`,
  }: { readonly none?: string; readonly lost?: string } = {},
): string {
  if (before === undefined) return `${name} is ${after}, and ${none}`;
  return after === undefined ? `${lost}; it was ${before}` : `${name} is ${after}, and was ${before}`;
}

/** Returns the code of a limit that changed; `undefined` means no limit. Default: an upper limit. */
export function classifyLimit(before: number | undefined, after: number | undefined, isLower = false): ChangeCode {
  const isTighter =
    before === undefined || after === undefined ? before === undefined : isLower ? after > before : after < before;
  return isTighter ? 'limit-tightened' : 'limit-loosened';
}

/** Reports a flag that changed: `on` if it is set now, `off` if it was set. */
export function tellTurn(
  tell: Tell,
  [old, now]: readonly (boolean | undefined)[],
  on: TellArguments,
  off: TellArguments,
): void {
  if ((old === true) !== (now === true)) tell(...(now === true ? on : off));
}

/** Things that have a code `<thing>-added` and a code `<thing>-removed`. */
type Thing = 'header' | 'media-type' | 'operation' | 'schema' | 'security-scheme' | 'server' | 'webhook';

/** Reports a thing that only one side has: `the schema "Pet" is gone`. */
export function tellAlone(tell: Tell, side: Location['side'], thing: Thing, name: string): void {
  if (side === 'new') tell(`${thing}-added`, `${name} is new`);
  else tell(`${thing}-removed`, `${name} is gone`);
}
