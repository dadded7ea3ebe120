import type { Diagnostics, Position } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { Positions } from '../../spec/read/positions.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText, type SpecText } from '../../spec/read/source-text.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Difference } from './compare-apis.js';

/** One entry of drift.yaml: known differences, and the reason for them. */
export interface KnownDifference {
  /** Addresses of the differences; `*` matches any text. */
  readonly at: string;
  readonly reason: string;
  readonly position: Position;
}

/** Reads drift.yaml; every mistake in it is reported at its position. */
export function readKnownDifferences(text: SpecText, diagnostics: Diagnostics): readonly KnownDifference[] {
  const positions = new Positions();
  const source = new SourceText(text.file, '', text.text);
  const reject = (position: Position, message: string): readonly [] => {
    diagnostics.error('invalid-drift', message, position);
    return [];
  };
  const checkKeys = (object: JsonObject, keys: readonly string[]): void => {
    for (const key of Object.keys(object).filter((one) => !keys.includes(one)))
      reject(positions.ofKey(object, key), `there is no key ${JSON.stringify(key)} here${didYouMean(key, keys)}`);
  };
  const root = readYaml({ source, positions, diagnostics });
  if (root === undefined) return [];
  if (!isJsonObject(root) || !Array.isArray(root['differences']))
    return reject(source.position(0), 'a mapping with the list `differences` is expected');
  checkKeys(root, ['differences']);
  const list: readonly Json[] = root['differences'];
  return list.flatMap((entry, index) => {
    const position = positions.ofValue(list, index);
    if (!isJsonObject(entry)) return reject(position, 'an entry needs `at` and `reason`');
    checkKeys(entry, ['at', 'reason']);
    const { at, reason } = entry;
    if (typeof at !== 'string' || at === '') return reject(position, '`at` must be the address of a difference');
    if (typeof reason !== 'string' || reason.trim() === '') return reject(position, '`reason` must be a sentence');
    return [{ at, reason, position }];
  });
}

/** Differences without an entry, and entries without a difference. */
export interface Drift {
  readonly unknown: readonly Difference[];
  readonly unneeded: readonly KnownDifference[];
}

/** Matches differences with entries; each difference belongs to the first entry that matches its address. */
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

/** Returns a function that matches texts with a glob. It does not backtrack: it finds the pieces between the `*` one after the other. */
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
