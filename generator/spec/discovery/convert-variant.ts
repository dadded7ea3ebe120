import { isJsonObject, type JsonObject } from '../read/json.js';
import { convertReference } from './convert-reference.js';
import type { DiscoveryContext } from './discovery-context.js';
import { itemsAt, objectAt, textAt } from './fields.js';
import { type Draft, makeList, makeMap, makeObject } from './make-value.js';

/** One kind of value that a variant may have. */
interface Branch {
  readonly node: JsonObject;
  /** Value of the discriminant. */
  readonly value: string;
  readonly reference: Draft;
}

/** A `variant` lists schemas by the value of one property: a union told apart by that property. */
export function convertVariant(context: DiscoveryContext, node: JsonObject): Draft {
  const variant = objectAt(context, node, 'variant');
  const property = variant === undefined ? undefined : textAt(context, variant, 'discriminant');
  if (variant === undefined || property === undefined) return {};
  const branches = branchesOf(context, variant);
  if (branches.length === 0) return {};
  const origin = { node: variant, key: 'map' };
  const mapping = branches.map(({ value, reference }) => [value, reference['$ref']] as const);
  return {
    oneOf: makeList(
      context,
      origin,
      branches.map((branch) => convertBranch(context, property, branch)),
    ),
    discriminator: makeObject(
      context,
      { node: variant },
      {
        propertyName: property,
        mapping: makeMap(context, origin, mapping),
      },
    ),
  };
}

function branchesOf(context: DiscoveryContext, variant: JsonObject): readonly Branch[] {
  const items = itemsAt(context, variant, 'map');
  return items.flatMap((node, index) => {
    if (!isJsonObject(node)) {
      context.diagnostics.error(
        'wrong-type',
        `"map[${index}]" must be an object`,
        context.places.ofValue(items, index),
      );
      return [];
    }
    const value = textAt(context, node, 'type_value');
    const absent = ['type_value', '$ref'].find((key) => node[key] === undefined);
    if (absent !== undefined)
      context.diagnostics.error('missing-field', `an entry of "map" needs "${absent}"`, context.places.of(node));
    if (value === undefined || absent !== undefined) return [];
    return [{ node, value, reference: convertReference(context, node) }];
  });
}

/** Only the property tells the schemas apart for sure: what is optional elsewhere may fit several. */
function convertBranch(context: DiscoveryContext, property: string, { node, value, reference }: Branch): JsonObject {
  const origin = { node };
  const constant = makeObject(context, origin, { const: value }, { const: 'type_value' });
  return makeObject(context, origin, {
    ...reference,
    properties: makeMap(context, origin, [[property, constant]]),
    required: makeList(context, origin, [property]),
  });
}
