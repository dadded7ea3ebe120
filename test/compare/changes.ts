import type { Change } from 'speccast';
import { Diagnostics, ownVocabulary } from '../spec/read-text.js';
import { diffApis } from '../../generator/compare/diff-specs.js';
import { createLocate } from '../../generator/compare/sides/side.js';
import { readApi, type ReadApi } from '../api/lower.js';

// Tests import the comparison from here, so that a renamed module changes one line.
export { diffApis };

/** Lists the changes between two texts of documents. Throws if one is rejected. */
export function compareTexts(before: string, after: string, file: string = 'library.yaml'): readonly Change[] {
  const old = read(file, before);
  const now = read(file, after, old.packageName);
  return diffApis(old.api, now.api, { before: createLocate(old.document), after: createLocate(now.document) });
}

const vocabulary = ownVocabulary();
const known = new Map<string, ReadApi>();

/** Reads a document as a package of a name. Texts that were read before are not read again: most rows compare with `library`. */
function read(file: string, text: string, packageName?: string): ReadApi {
  const key = JSON.stringify([file, text, packageName]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const diagnostics = new Diagnostics();
  const options = packageName === undefined ? {} : { packageName };
  const api = readApi({ spec: { file, text }, vocabulary, ...options }, { diagnostics });
  if (api === undefined) throw new Error(diagnostics.list.map(({ message }) => message).join('\n'));
  // A document that is read without a name gets one from its title.
  for (const name of [packageName, api.packageName]) known.set(JSON.stringify([file, text, name]), api);
  return api;
}

/** Prints a change in one line: `breaking property-removed - schemas.Book.id: … [books.get] old 3:5`. */
export function printChange({ kind, code, direction, subject, message, operations, side, at }: Change): string {
  const place = `${side} ${at.line}:${at.column}`;
  return `${kind} ${code} ${direction ?? '-'} ${subject}: ${message} [${operations.join(' ')}] ${place}`;
}
