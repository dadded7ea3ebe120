import { isSameJson } from '../api/schemas/is-same-json.js';
import type { Json } from '../spec/read/json.js';
import type { Both } from './finding.js';

/** Whether two facts are the same, as JSON. */
export function isSameFact({ before, after }: Both<unknown>): boolean {
  // `as`: facts of the intermediate representation are plain data.
  return isSameJson((before ?? null) as Json, (after ?? null) as Json);
}
