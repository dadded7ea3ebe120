import { declaredProperties, isLeftOut, type Travel } from './target-schema.js';
import type { ObjectRules, Schema } from '../types/schema.js';

/**
 * Returns a schema as it counts for values that travel one way: a property that only the other side writes is required by none
 * of the parts that validate the same value, whichever of them declares it. A part behind a `$ref` that would demand it is put
 * in the place of the reference. The same object where nothing has to change.
 */
export function releaseOneWay(schema: Schema, travel: Travel): Schema {
  if ((schema.allOf === undefined && schema.ref === undefined) || isPlainReference(schema)) return schema;
  const release: Release = { names: oneWayNames(schema, travel), travel, inside: new Set(), undemanded: new Set() };
  return demandsAny(schema, release) ? releaseFrom(schema, release) : schema;
}

/** Returns true if an object declares properties, and all of them are left out when it travels that way. */
export function isEmptied(schema: Schema, travel: Travel): boolean {
  const declared = declaredProperties(travel.schemas, schema);
  return declared.length > 0 && declared.every((property) => isLeftOut(property.schema, travel));
}

function oneWayNames(schema: Schema, travel: Travel): ReadonlySet<string> {
  const declared = declaredProperties(travel.schemas, schema);
  return new Set(declared.filter((property) => isLeftOut(property.schema, travel)).map(({ name }) => name));
}

interface Release {
  readonly names: ReadonlySet<string>;
  readonly travel: Travel;
  /** Ids of the references that were followed so far. */
  readonly inside: ReadonlySet<string>;
  /** Ids that make no demand for names, with those names. */
  readonly undemanded: Set<string>;
}

/** Returns true if a part that validates the same value demands one of the names. */
function demandsAny({ object = {}, ref, allOf = [] }: Schema, release: Release): boolean {
  const { names } = release;
  if (names.size === 0) return false;
  if (object.requiredOnly?.some((name) => names.has(name))) return true;
  if (object.properties?.some(({ name, required }) => required && names.has(name))) return true;
  return allOf.some((part) => demandsAny(part, release)) || (ref !== undefined && targetDemands(ref, release));
}

/** Returns true if the target of a reference demands one of the names; names that it declares itself, it releases by itself. */
function targetDemands(ref: string, release: Release): boolean {
  const target = release.inside.has(ref) ? undefined : release.travel.schemas.get(ref);
  if (target === undefined) return false;
  const own = oneWayNames(target, release.travel);
  const names = new Set([...release.names].filter((name) => !own.has(name)));
  const key = JSON.stringify([ref, ...names]);
  if (release.undemanded.has(key)) return false;
  const isDemanded = demandsAny(target, { ...release, names, inside: new Set([...release.inside, ref]) });
  if (!isDemanded) release.undemanded.add(key);
  return isDemanded;
}

function releaseFrom(schema: Schema, release: Release): Schema {
  const { ref, ...others } = schema;
  const target = ref === undefined || release.inside.has(ref) ? undefined : release.travel.schemas.get(ref);
  const isPutInPlace = ref !== undefined && target !== undefined && targetDemands(ref, release);
  const inner = isPutInPlace ? { ...release, inside: new Set([...release.inside, ref]) } : release;
  const put = isPutInPlace ? [releaseFrom(target, inner)] : [];
  const [only] = put;
  if (only !== undefined && isPlainReference(schema)) return only;
  const allOf = [...(schema.allOf ?? []).map((part) => releaseFrom(part, release)), ...put];
  return {
    ...(isPutInPlace ? others : schema),
    ...(schema.object === undefined ? {} : { object: releaseObject(schema.object, release.names) }),
    ...(allOf.length === 0 ? {} : { allOf }),
  };
}

function releaseObject(rules: ObjectRules, names: ReadonlySet<string>): ObjectRules {
  const { properties, requiredOnly, ...others } = rules;
  const further = requiredOnly?.filter((name) => !names.has(name)) ?? [];
  return {
    ...others,
    ...(properties === undefined
      ? {}
      : { properties: properties.map((one) => ({ ...one, required: one.required && !names.has(one.name) })) }),
    ...(further.length === 0 ? {} : { requiredOnly: further }),
  };
}

/** Returns true for a reference with nothing beside it: its target is lowered on its own. */
function isPlainReference(schema: Schema): boolean {
  return schema.ref !== undefined && Object.keys(schema).every((key) => ['at', 'doc', 'ref'].includes(key));
}
