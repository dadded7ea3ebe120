import type { Api } from '../../../api/api.js';
import { releaseOneWay } from '../../../api/schemas/release-one-way.js';
import type { Direction, Property, Schema } from '../../../api/schemas/schema.js';
import { isLeftOut, referencesOf, subschemasOf, type Travel } from '../../../api/schemas/walk-schema.js';

/** Whether a property has to be there when its object travels that way: what one side alone writes, the other cannot demand. */
export function isRequired(property: Pick<Property, 'required' | 'schema'>, travel: Travel | undefined): boolean {
  return property.required && (travel === undefined || !isLeftOut(property.schema, travel));
}

/** Ids of the schemas that judge differently in a direction, because they or what they refer to leave out a required property. */
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
  const users = new Map<string, string[]>();
  const open: string[] = [];
  for (const [id, schema] of Object.entries(api.schemas)) {
    if (leavesOut(schema, travel)) open.push(id);
    for (const ref of referencesOf(schema)) {
      const list = users.get(ref) ?? [];
      list.push(id);
      users.set(ref, list);
    }
  }
  const found = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(users.get(id) ?? []));
  }
  return found;
}

function leavesOut(schema: Schema, travel: Travel): boolean {
  const own = (schema.object?.properties ?? []).some((property) => property.required && !isRequired(property, travel));
  return own || releaseOneWay(schema, travel) !== schema || subschemasOf(schema).some((one) => leavesOut(one, travel));
}
