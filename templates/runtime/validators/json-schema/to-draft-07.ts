import { isJsonObject, type JsonObject } from '../../json.js';
import { rejectKeywords, settleContains, settleUnevaluated, withAllOf } from './schema-parts.js';

/** Keywords that draft-07 has no words for. */
const later = ['unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains', '$dynamicRef'];

/** Writes a schema object, whose parts are written already, in draft-07; throws where that cannot express it. */
export function toDraft07(schema: JsonObject): JsonObject {
  const settled = settleContains(settleUnevaluated(schema));
  rejectKeywords(settled, later, 'draft-07');
  return wrapReference(renameDependencies(renameItems(settled)));
}

function renameItems({ prefixItems, items, ...rest }: JsonObject): JsonObject {
  if (prefixItems === undefined) return items === undefined ? rest : { ...rest, items };
  return { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
}

/** Draft-07 has one keyword for both kinds: where a schema has both, one is in a schema of its own. */
function renameDependencies({ dependentRequired, dependentSchemas, ...rest }: JsonObject): JsonObject {
  const [first, ...others] = [dependentRequired, dependentSchemas].flatMap((one) =>
    isJsonObject(one) && Object.keys(one).length > 0 ? [one] : [],
  );
  if (first === undefined) return rest;
  return withAllOf({ ...rest, dependencies: first }, ...others.map((dependencies) => ({ dependencies })));
}

/** Draft-07 ignores whatever is beside a `$ref`. */
function wrapReference({ $ref, ...rest }: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return rest;
  const moved = { $ref: $ref.replace('#/$defs/', '#/definitions/') };
  return Object.keys(rest).length === 0 ? moved : withAllOf(rest, moved);
}
