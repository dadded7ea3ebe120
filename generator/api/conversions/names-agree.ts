import type { Property, Schema } from '../types/schema.js';
import { listDescribing } from '../schemas/target-schema.js';
import { typedParts } from './tell-apart.js';
import { groupPairs, reachable } from '../../iterables.js';

type Schemas = ReadonlyMap<string, Schema>;

/** Returns true if a property that a schema declares itself has another name for callers than on the wire. */
export function renames({ object }: Schema): boolean {
  return object?.properties?.some(({ callersName }) => callersName) === true;
}

/** Returns the name of a property for callers. */
export function toCallersName({ name, callersName = name }: Pick<Property, 'name' | 'callersName'>): string {
  return callersName;
}

/** Returns the name of a parameter for callers. */
export function toCallersProperty({
  property,
  callersName = property,
}: Readonly<{ property: string; callersName?: string }>): string {
  return callersName;
}

/** Finds pairs of properties of one value that have the same name for callers, or two names for the same property on the wire. */
export function findConflicts(
  properties: readonly Property[],
): readonly { readonly first: Property; readonly second: Property }[] {
  const [byWire, byCaller] = [new Map<string, Property>(), new Map<string, Property>()];
  return properties.flatMap((second) => {
    const name = toCallersName(second);
    const [same, other] = [byWire.get(second.name), byCaller.get(name)];
    if (!same) byWire.set(second.name, second);
    if (!other) byCaller.set(name, second);
    if (same) return toCallersName(same) === name ? [] : [{ first: same, second }];
    return other && other.name !== second.name ? [{ first: other, second }] : [];
  });
}

/** Most combinations of schemas that are compared. */
const MOST = 1000;

/** Returns true if schemas rename the properties of a value in the same way, also inside it: it does not matter which one a value has. */
export function namesAgree(given: readonly Schema[], schemas: Schemas, met: Set<string> = new Set()): boolean {
  const key = JSON.stringify(given.map(({ ref, at }) => ref ?? at));
  if (met.has(key)) return true;
  met.add(key);
  const all = [...reachable(given, (one) => listDescribing(schemas, one))];
  const properties = all.flatMap(({ object }) => object?.properties ?? []);
  if (met.size > MOST || findConflicts(properties).length > 0) return false;
  const further = all.flatMap(({ object = {}, array = {} }) => [
    object.additionalProperties ?? object.unevaluatedProperties,
    ...(object.patternProperties ?? []).map((one) => one.schema),
    ...(array.prefixItems ?? []),
  ]);
  // A property that only one schema declares could fit `additionalProperties` of another, so these may rename nothing.
  const inside = reachable(
    further.filter((one) => one !== undefined),
    (part) => [...listDescribing(schemas, part), ...typedParts(part)],
  );
  for (const one of inside) if (renames(one)) return false;
  const byName = groupPairs(properties.map(({ name, schema }) => [name, schema] as const));
  const items = all.flatMap(({ array = {} }) => array.items ?? array.unevaluatedItems ?? []);
  return [...byName.values(), items].every(
    // One schema agrees with itself.
    (inner) => new Set(inner.map((one) => one.ref ?? one)).size < 2 || namesAgree(inner, schemas, met),
  );
}
