import type { Api } from '../../api/api.js';
import type { Direction, Property, Schema } from '../../api/schema.js';
import { referencesOf, subschemas } from './subschemas.js';

/** Whether a property has to be there when its object travels that way: what one side alone writes, the other cannot demand. */
export function isRequired(
  property: Pick<Property, 'required' | 'schema'>,
  api: Api,
  direction: Direction | undefined,
): boolean {
  return property.required && !isLeftOut(property.schema, api, direction);
}

function isLeftOut(schema: Schema, api: Api, direction: Direction | undefined): boolean {
  if (direction === undefined) return false;
  const key = direction === 'request' ? 'readOnly' : 'writeOnly';
  const target = schema.ref === undefined ? undefined : api.schemas[schema.ref];
  return (
    schema[key] === true ||
    target?.[key] === true ||
    (schema.allOf ?? []).some((part) => isLeftOut(part, api, direction))
  );
}

/** Ids of the schemas that judge differently in a direction, because they or what they refer to leave out a required property. */
export function findVariants(api: Api, direction: Direction): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const open: string[] = [];
  for (const [id, schema] of Object.entries(api.schemas)) {
    if (leavesOut(schema, api, direction)) open.push(id);
    for (const ref of referencesOf(schema)) users.set(ref, [...(users.get(ref) ?? []), id]);
  }
  const found = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(users.get(id) ?? []));
  }
  return found;
}

function leavesOut(schema: Schema, api: Api, direction: Direction): boolean {
  const own = (schema.object?.properties ?? []).some(
    (property) => property.required && !isRequired(property, api, direction),
  );
  return own || subschemas(schema).some((one) => leavesOut(one, api, direction));
}
