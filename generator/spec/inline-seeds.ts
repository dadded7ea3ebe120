import { isJsonObject, type Json, type JsonObject } from './json.js';
import { isResolved, type Problem, type References } from './references.js';
import { rewritable } from './tree.js';

/** Replaces each `{$ref: file}` inside `x-seed` by what it leads to; reports those that lead nowhere. */
export function inlineSeeds(node: JsonObject, references: References, report: (problem: Problem) => void): void {
  const seed = node['x-seed'];
  if (seed === undefined) return;
  rewritable(node)['x-seed'] = inline(seed);

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
