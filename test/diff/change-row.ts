import type { Change } from 'speccast';
import { Diagnostics } from '../../generator/diagnostics.js';
import { diffApis } from '../../generator/diff/diff-apis.js';
import { createLocate } from '../../generator/diff/side.js';
import { ownVocabulary } from '../../generator/config/own-vocabulary.js';
import { readApi, type ReadApi } from '../../generator/api/read-api.js';
import { library } from './library.js';

/** A change of the library, and what it is. */
export interface ChangeRow {
  readonly name: string;
  /** What is replaced by what, everywhere. */
  readonly edits: readonly (readonly [from: string | RegExp, to: string])[];
  /** `kind code direction subject: message [operations] side line:column` */
  readonly want: readonly string[];
  /** `kind code direction` of the way back. */
  readonly back: readonly string[];
}

/** The library with the edits of a row; throws where one of them has no effect. */
export function edit({ edits }: Pick<ChangeRow, 'edits'>): string {
  let text = library;
  for (const [from, to] of edits) {
    const next = typeof from === 'string' ? text.replaceAll(from, () => to) : text.replace(from, () => to);
    if (next === text) throw new Error(`there is no ${String(from)}`);
    text = next;
  }
  return text;
}

/** Changes between two texts; throws where one is refused. */
export function changesBetween(before: string, after: string, file: string = 'library.yaml'): readonly Change[] {
  const old = read(file, before);
  const now = read(file, after, old.packageName);
  return diffApis(old.api, now.api, { before: createLocate(old.document), after: createLocate(now.document) });
}

const vocabulary = ownVocabulary();
const known = new Map<string, ReadApi>();

/** What a text describes, as the package of a name. All rows share what is read from the library. */
function read(file: string, text: string, packageName?: string): ReadApi {
  const key = JSON.stringify([file, text, packageName]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const diagnostics = new Diagnostics();
  const given = packageName === undefined ? {} : { packageName };
  const made = readApi({ spec: { file, text }, vocabulary, ...given }, { diagnostics });
  if (made === undefined) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  // Without a name it is that of its own title.
  for (const name of [packageName, made.packageName]) known.set(JSON.stringify([file, text, name]), made);
  return made;
}

/** All that is known of a change on one line. */
export function printChange({ kind, code, direction, subject, message, operations, side, at }: Change): string {
  const place = `${side} ${at.line}:${at.column}`;
  return `${kind} ${code} ${direction ?? '-'} ${subject}: ${message} [${operations.join(' ')}] ${place}`;
}

/** The kind of a change on one line. */
export function printKind({ kind, code, direction }: Change): string {
  return `${kind} ${code} ${direction ?? '-'}`;
}
