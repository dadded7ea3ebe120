import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { isResolved, type Problem, type References } from '../references/references.js';
import { rewritable } from '../read/tree.js';

/** Extensions that may stand in files of their own. */
const keys = ['x-seed', 'x-conformance'];

/** Replaces each `{$ref: file}` inside `x-seed` and `x-conformance` by what it leads to; reports those that lead nowhere. */
export function inlineSeeds(node: JsonObject, references: References, report: (problem: Problem) => void): void {
  for (const key of keys) {
    const value = node[key];
    if (value !== undefined) rewritable(node)[key] = inline(value);
  }

  function inline(value: Json): Json {
    if (Array.isArray(value)) return value;
    if (!isJsonObject(value)) return value;
    if (typeof value['$ref'] === 'string') return load(value);
    for (const [key, item] of Object.entries(value)) rewritable(value)[key] = inline(item);
    return value;
  }

  function load(value: JsonObject): Json {
    const outcome = references.follow(value);
    if (isResolved(outcome)) return outcome.value;
    report(outcome);
    return value;
  }
}
