import { groupPairs, reachable } from '../../../iterables.js';
import type { Api } from '../../../api/api.js';
import { releaseOneWay } from '../../../api/schemas/release-one-way.js';
import type { Direction, Property, Schema } from '../../../api/types/schema.js';
import { isLeftOut, listReferences, listSubschemas, type Travel } from '../../../api/schemas/walk-schema.js';

/** Whether a property has to be there when its object travels that way: what one side alone writes, the other cannot demand. */
export function isRequired(property: Pick<Property, 'required' | 'schema'>, travel: Travel | undefined): boolean {
  return property.required && (travel === undefined || !isLeftOut(property.schema, travel));
}

/** Ids of the schemas that check differently in a direction, because they or what they refer to leave out a required property. */
export function findVariants(api: Api, travel: Travel): ReadonlySet<string> {
  const found = variants[travel.direction].get(api) ?? listVariants(api, travel);
  variants[travel.direction].set(api, found);
  return found;
}

/** They are asked for more than once. */
const variants: Readonly<Record<Direction, WeakMap<Api, ReadonlySet<string>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
};

function listVariants(api: Api, travel: Travel): ReadonlySet<string> {
  const schemas = Object.entries(api.schemas);
  const users = groupPairs(schemas.flatMap(([id, schema]) => listReferences(schema).map((ref) => [ref, id] as const)));
  const changed = schemas.filter(([, schema]) => leavesOut(schema, travel)).map(([id]) => id);
  return new Set(reachable(changed, (ref) => users.get(ref) ?? []));
}

function leavesOut(schema: Schema, travel: Travel): boolean {
  const own = (schema.object?.properties ?? []).some((property) => property.required && !isRequired(property, travel));
  return (
    own || releaseOneWay(schema, travel) !== schema || listSubschemas(schema).some((one) => leavesOut(one, travel))
  );
}
