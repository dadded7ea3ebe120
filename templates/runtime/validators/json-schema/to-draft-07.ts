import { isJsonObject, type JsonObject } from '../../json.js';
import { rejectKeywords, settleContains, settleUnevaluated, addParts } from './schema-parts.js';

/** Keywords that draft-07 does not have. */
const later = ['unevaluatedProperties', 'unevaluatedItems', 'minContains', 'maxContains', '$dynamicRef'];

/** Writes a schema object in draft-07; throws if that cannot express it. The schemas inside it have to be written already. */
export function toDraft07(schema: JsonObject): JsonObject {
  const settled = settleContains(settleUnevaluated(schema));
  rejectKeywords(settled, later, 'draft-07');
  const { $ref, prefixItems, items, dependentRequired, dependentSchemas, ...rest } = settled;
  // Draft-07 has only one keyword, `dependencies`: if a schema has both, the second becomes a part of `allOf`.
  const [dependencies, ...others] = [dependentRequired, dependentSchemas].filter(
    (one) => isJsonObject(one) && Object.keys(one).length > 0,
  );
  const renamed = {
    ...rest,
    ...(prefixItems === undefined
      ? items !== undefined && { items }
      : { items: prefixItems, ...(items !== undefined && { additionalItems: items }) }),
    ...(dependencies !== undefined && { dependencies }),
  };
  const written = addParts(renamed, ...others.map((one) => ({ dependencies: one ?? {} })));
  if (typeof $ref !== 'string') return written;
  const reference = { $ref: $ref.replace('#/$defs/', '#/definitions/') };
  // Draft-07 ignores all keywords beside a `$ref`.
  return Object.keys(written).length ? addParts(written, reference) : reference;
}
