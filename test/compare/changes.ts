import type { Change } from 'speccast';
import { Diagnostics, ownVocabulary } from '../spec/read-text.js';
import { diffApis } from '../../generator/compare/diff-specs.js';
import { createLocate } from '../../generator/compare/sides/side.js';
import { readApi, type ReadApi } from '../api/lower.js';

// The comparison of two descriptions, for all tests: they import it from here alone.
export { diffApis };

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
