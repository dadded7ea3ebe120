import type { JsonObject } from '../spec/read/json.js';
import type { ServiceDiff } from './api-diff.js';
import type { Both, Place } from './finding.js';
import { isSameFact } from './is-same-fact.js';
import { placeAt } from './place-at.js';

const kinds = [
  ['x-seed', 'emulator-data-changed', 'the rows that the emulator starts with'],
  ['x-conformance', 'checks-changed', 'the checks of `conformance`'],
] as const;

/** Compares what a package has beside its types and its document: values, or hashes of them, by the names of extensions. */
export function diffData({ sides, report }: ServiceDiff, { before, after }: Both<JsonObject>): void {
  for (const [key, code, what] of kinds) {
    const [old, now] = [before[key], after[key]];
    if (isSameFact({ before: old, after: now })) continue;
    const side: Place['side'] = now === undefined ? 'old' : 'new';
    const state = old === undefined ? 'are new' : now === undefined ? 'are gone' : 'are other ones';
    report({ code, message: `${what} ${state}`, subject: key, ...placeAt(sides, [key], side) });
  }
}

/** Extensions of the document without that. */
export function withoutData({ 'x-seed': _seed, 'x-conformance': _checks, ...others }: JsonObject): JsonObject {
  return others;
}
