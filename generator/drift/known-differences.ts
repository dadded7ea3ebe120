import type { Diagnostics, Position } from '../diagnostics.js';
import { isJsonObject } from '../spec/read/json.js';
import type { Json, JsonObject } from '../spec/read/json.js';
import { Positions } from '../spec/references/positions.js';
import { readYaml } from '../spec/read/read-yaml.js';
import { SourceText } from '../spec/read/source-text.js';
import type { SpecText } from '../spec/read/spec-text.js';
import { didYouMean } from '../spec/suggest.js';
import type { Difference } from './difference.js';

/** One entry of drift.yaml: differences that are known, and why they are meant to be. */
export interface KnownDifference {
  /** Addresses of the differences; `*` stands for any text. */
  readonly at: string;
  readonly reason: string;
  readonly position: Position;
}

/** Reads drift.yaml; every mistake in it is reported at its position. */
export function readKnownDifferences(text: SpecText, diagnostics: Diagnostics): readonly KnownDifference[] {
  const positions = new Positions();
  const source = new SourceText(text.file, '', text.text);
  const root = readYaml({ source, positions, diagnostics });
  if (root === undefined) return [];
  if (!isJsonObject(root) || !Array.isArray(root['differences'])) {
    diagnostics.error('invalid-drift', 'a mapping with the list `differences` is expected', source.position(0));
    return [];
  }
  checkKeys(root, ['differences'], { positions, diagnostics });
  const list: readonly Json[] = root['differences'];
  return list.flatMap((_, index) => readEntry(list, index, { positions, diagnostics }));
}

interface Reader {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

function readEntry(list: readonly Json[], index: number, reader: Reader): readonly KnownDifference[] {
  const entry = list[index];
  const position = reader.positions.ofValue(list, index);
  if (!isJsonObject(entry)) return reject(reader, position, 'an entry has `at` and `reason`');
  checkKeys(entry, ['at', 'reason'], reader);
  const { at, reason } = entry;
  if (typeof at !== 'string' || at === '') return reject(reader, position, '`at` is the address of a difference');
  if (typeof reason !== 'string' || reason.trim() === '') return reject(reader, position, '`reason` is a sentence');
  return [{ at, reason, position }];
}

function checkKeys(object: JsonObject, keys: readonly string[], { positions, diagnostics }: Reader): void {
  for (const key of Object.keys(object)) {
    if (keys.includes(key)) continue;
    const message = `there is no key ${JSON.stringify(key)} here${didYouMean(key, keys)}`;
    diagnostics.error('invalid-drift', message, positions.ofKey(object, key));
  }
}

function reject({ diagnostics }: Reader, position: Position, message: string): readonly [] {
  diagnostics.error('invalid-drift', message, position);
  return [];
}

/** Differences that no entry explains, and entries that explain nothing any more. */
export interface Drift {
  readonly unknown: readonly Difference[];
  readonly unneeded: readonly KnownDifference[];
}

/** Sorts differences out by what is known; each belongs to the first entry that fits. */
export function findDrift(differences: readonly Difference[], known: readonly KnownDifference[]): Drift {
  const used = new Set<KnownDifference>();
  const entries = known.map((entry) => ({ entry, fits: matcher(entry.at) }));
  const unknown = differences.filter(({ at }) => {
    const found = entries.find(({ fits }) => fits(at));
    if (found !== undefined) used.add(found.entry);
    return found === undefined;
  });
  return { unknown, unneeded: known.filter((entry) => !used.has(entry)) };
}

/** Matches `*` without backtracking: each piece is looked for behind the one before. */
function matcher(glob: string): (text: string) => boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === glob;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let from = first.length;
    for (const piece of rest) {
      const index = text.indexOf(piece, from);
      if (index < 0) return false;
      from = index + piece.length;
    }
    return text.length - last.length >= from && text.endsWith(last);
  };
}
