import { isJsonObject, type JsonObject } from '@speccast/runtime';
import { type Budget, readMember, resolveSchema, toJsonObject } from '@speccast/runtime/requests';

/** Maximum number of schemas that are visited to find the members of one. */
const mostVisited = 2000;

/**
 * Lists the members that a schema declares for the objects at a path, with their schemas: `['snippet']`, or `['items', 0]`, in which
 * the index means all items. Undefined if the objects can have any other members. `writeOnly` or `readOnly` members are left out.
 */
export function membersAt(
  root: JsonObject,
  path: readonly (string | number)[],
  except: 'readOnly' | 'writeOnly' = 'writeOnly',
): ReadonlyMap<string, JsonObject> | undefined {
  const context = { root, budget: { left: mostVisited } };
  let parts = listAlternatives(root, context);
  for (const step of path) {
    const inner = parts.map(({ properties, items, additionalProperties }) => {
      if (typeof step === 'number') return items;
      return readMember(toJsonObject(properties), step) ?? additionalProperties;
    });
    parts = inner.filter(isJsonObject).flatMap((schema) => listAlternatives(schema, context));
  }
  const members = new Map<string, JsonObject>();
  for (const { properties, required, additionalProperties, patternProperties } of parts) {
    if (additionalProperties === true || isJsonObject(additionalProperties) || patternProperties !== undefined)
      return undefined;
    const declared = toJsonObject(properties);
    // A schema may require a member that it does not describe.
    for (const name of new Set([...Object.keys(declared), ...(Array.isArray(required) ? required.map(String) : [])])) {
      const member = resolveSchema(toJsonObject(readMember(declared, name)), context);
      if (member[except] !== true) members.set(name, member);
    }
  }
  return members.size === 0 || context.budget.left < 0 ? undefined : members;
}

/** Lists a schema and the alternatives in it, with references and `allOf` resolved. */
function listAlternatives(
  schema: JsonObject,
  context: { readonly root: JsonObject; readonly budget: Budget },
): readonly JsonObject[] {
  if (context.budget.left < 0) return [];
  const { oneOf, anyOf, ...own } = resolveSchema(schema, context);
  const others = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return [own, ...others.flatMap((one) => listAlternatives(one, context))];
}
