import type { CheckContext } from '../check/check-context.js';
import type { JsonObject } from '../read/json.js';
import { matchSchema } from './match-schema.js';

/**
 * Takes out `x-` keys that happen to be called like ours and hold something else: others use `x-action` or `x-errors`, too.
 * What is left can be relied on by later stages.
 */
export function dropForeignExtensions({ vocabulary, places, diagnostics }: CheckContext, node: JsonObject): void {
  if (!vocabulary?.tolerant) return;
  for (const [key, value] of Object.entries(node)) {
    const extension = key.startsWith('x-') ? vocabulary.extensions.get(key) : undefined;
    if (extension === undefined) continue;
    const spot = { owner: node, key, name: key };
    const [first] = matchSchema({ value, spot, definitions: vocabulary.definitions }, extension.schema);
    if (first === undefined) continue;
    const message = `"${key}" is not written as speccast understands it, and has no effect: ${first.message()}`;
    diagnostics.warning('foreign-extension', message, places.ofKey(node, key));
    // The tree is ours until it is checked, and upgraded in place as well.
    delete (node as Record<string, unknown>)[key];
  }
}
