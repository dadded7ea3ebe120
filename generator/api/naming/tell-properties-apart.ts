import { type Diagnostics, positionName } from '../../diagnostics.js';
import { toCallersName, findConflicts } from '../conversions/names-agree.js';
import { typedParts } from '../conversions/tell-apart.js';
import type { Property, Schema } from '../types/schema.js';
import { declaredProperties, followSchema, undeclaredNames } from '../schemas/target-schema.js';
import { reportOtherName } from '../tools/name-options.js';
import { reachable } from '../../iterables.js';

/** Rounds after which properties that still have the same name are called as on the wire. */
const MOST_ROUNDS = 20;

/**
 * Gives properties of one value different names for callers, and a property that is declared twice one name. The first keeps its name:
 * what an object declares itself before what it combines, in their order. The second is called as on the wire, or else has a number:
 * `side_api` beside `sideApi` -> `side_api`; `sideApi` beside `side_api`, which is called so -> `sideApi2`. Warns of each.
 */
export function tellPropertiesApart(
  roots: Iterable<Schema>,
  schemas: ReadonlyMap<string, Schema>,
  diagnostics: Diagnostics,
): void {
  const values = listValues(roots, schemas);
  const moved = new Map<Property, { readonly wanted: string; readonly first: Property }>();
  for (let round = 1; ; round++) {
    const clashing = values.filter((properties) => findConflicts(properties).length > 0);
    if (clashing.length === 0) break;
    for (const properties of clashing) {
      for (const { first, second } of findConflicts(properties)) {
        const wanted = toCallersName(second);
        if (!moved.has(second)) moved.set(second, { wanted, first });
        const taken = new Set(properties.map(toCallersName));
        let [free, number] = [second.name, 2];
        while (taken.has(free)) free = `${second.name}${number++}`;
        rename(second, first.name === second.name ? toCallersName(first) : free);
      }
      if (round > MOST_ROUNDS) for (const one of properties) rename(one, one.name);
    }
  }
  for (const [property, { wanted, first }] of moved) {
    const [name, { at }] = [toCallersName(property), property.schema];
    if (name === wanted) continue;
    const where = positionName(first.schema.at, at);
    const reason =
      first.name === property.name ? `so is the same property at ${where}` : `what is at ${where} has that name`;
    reportOtherName({ what: `the property ${JSON.stringify(property.name)}`, name, wanted, reason }, at, diagnostics);
  }
}

/** Names a property for callers; lowering has made it, and nothing has read its name yet. */
function rename(property: Property, callersName: string): void {
  const named: { callersName?: string } = property;
  if (callersName === property.name) delete named.callersName;
  else named.callersName = callersName;
}

/** The properties that each value can have, alternatives apart. What is only required has its name on the wire. */
function listValues(roots: Iterable<Schema>, schemas: ReadonlyMap<string, Schema>): readonly (readonly Property[])[] {
  const values: (readonly Property[])[] = [];
  for (const schema of reachable([...roots, ...schemas.values()], typedParts)) {
    const own = declaredProperties(schemas, schema);
    values.push([...undeclaredNames(schemas, schema), ...own]);
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])])
      values.push([...own, ...declaredProperties(schemas, followSchema(schemas, branch))]);
  }
  return values.filter((properties) => properties.length > 1);
}
