import type { Property, Schema } from '../types/schema.js';
import { listDescribing } from '../schemas/target-schema.js';
import { typedParts } from './tell-apart.js';
import { groupPairs, reachable } from '../../iterables.js';

type Schemas = ReadonlyMap<string, Schema>;

/** Whether callers know any property that a schema declares itself by another name than the wire. */
export function renames({ object }: Schema): boolean {
  return object?.properties?.some(({ callersName }) => callersName !== undefined) === true;
}

/** What callers know a property by. */
export function toCallersName({ name, callersName = name }: Pick<Property, 'name' | 'callersName'>): string {
  return callersName;
}

/** What callers know a parameter by. */
export function toCallersProperty({
  property,
  callersName = property,
}: Readonly<{ property: string; callersName?: string }>): string {
  return callersName;
}

/** Two properties of the same value whose names for callers do not go together, and what is wrong with them. */
export interface NameConflict {
  readonly first: Property;
  readonly second: Property;
}

/** The properties of one value, of which some other has the name, or that have several names. */
export function findConflicts(properties: readonly Property[]): readonly NameConflict[] {
  const [byWire, byCaller] = [new Map<string, Property>(), new Map<string, Property>()];
  return properties.flatMap((second) => {
    const name = toCallersName(second);
    const [same, other] = [byWire.get(second.name), byCaller.get(name)];
    if (same === undefined) byWire.set(second.name, second);
    if (other === undefined) byCaller.set(name, second);
    if (same !== undefined) return toCallersName(same) === name ? [] : [{ first: same, second }];
    return other === undefined || other.name === second.name ? [] : [{ first: other, second }];
  });
}

/** Most combinations of schemas that are compared. */
const MOST = 1000;

/** Whether schemas rename the properties of a value in the same way, whichever of them it has, as do those inside. */
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
  // Of what is not declared in one of them, or is in another position, nothing is known.
  if (further.some((one) => one !== undefined && renamesInside(one, schemas))) return false;
  const byName = groupPairs(properties.map(({ name, schema }) => [name, schema] as const));
  const items = all.flatMap(({ array = {} }) => array.items ?? array.unevaluatedItems ?? []);
  return [...byName.values(), items].every((inner) => isOne(inner) || namesAgree(inner, schemas, met));
}

function isOne(schemas: readonly Schema[]): boolean {
  return new Set(schemas.map((one) => one.ref ?? one)).size < 2;
}

function renamesInside(schema: Schema, schemas: Schemas): boolean {
  for (const one of reachable([schema], (part) => [...listDescribing(schemas, part), ...typedParts(part)]))
    if (renames(one)) return true;
  return false;
}
