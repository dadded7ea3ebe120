import type { CheckContext } from './check/check-context.js';
import { isJsonObject, type Json, type JsonObject } from './read/json.js';
import { matchSchema } from './vocabulary/match-schema.js';
import { isResolved, type Problem, type References } from './references/references.js';
import { rewritable } from './read/tree.js';

/**
 * Takes out `x-` keys that happen to be called like ours and hold something else: others use `x-action` or `x-errors`, too.
 * What is left can be relied on by later stages.
 */
export function dropForeignExtensions({ vocabulary, positions, diagnostics }: CheckContext, node: JsonObject): void {
  if (!vocabulary?.tolerant) return;
  for (const [key, value] of Object.entries(node)) {
    const extension = key.startsWith('x-') ? vocabulary.extensions.get(key) : undefined;
    if (extension === undefined) continue;
    const location = { owner: node, key, name: key };
    const [first] = matchSchema({ value, location, definitions: vocabulary.definitions }, extension.schema);
    if (first === undefined) continue;
    const message = `"${key}" is not written as speccast understands it, and has no effect: ${first.message()}`;
    diagnostics.warning('foreign-extension', message, positions.ofKey(node, key));
    // The tree is ours until it is checked, and upgraded in place as well.
    delete (node as Record<string, unknown>)[key];
  }
}

/** Extensions that may be in files of their own. */
const keys = ['x-seed', 'x-conformance'];

/** Replaces each `{$ref: file}` inside `x-seed` and `x-conformance` by what it resolves to; reports those that resolve to nothing. */
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
