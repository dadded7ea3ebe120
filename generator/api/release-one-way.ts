import { declaredProperties } from './find-property.js';
import type { ObjectRules, Schema } from './schema.js';
import { isLeftOut, type Travel } from './walk-schema.js';

/**
 * A schema as it counts for values that travel one way: what only the other side writes is demanded by none of the
 * parts that judge the same value, whichever of them declares it. A part behind a `$ref` that would demand it is put
 * in the place of the reference. The same object where nothing has to change.
 */
export function releaseOneWay(schema: Schema, travel: Travel): Schema {
  if ((schema.allOf === undefined && schema.ref === undefined) || isPlainReference(schema)) return schema;
  const oneWay = [...declaredProperties(schema, (id) => travel.schemas.get(id))].filter((property) =>
    isLeftOut(property.schema, travel),
  );
  const release: Release = { names: new Set(oneWay.map(({ name }) => name)), travel, inside: new Set() };
  return demandsAny(schema, release) ? releaseFrom(schema, release) : schema;
}

interface Release {
  readonly names: ReadonlySet<string>;
  readonly travel: Travel;
  /** Ids of the references that were followed so far. */
  readonly inside: ReadonlySet<string>;
}

/** Whether any part that judges the same value demands one of the names. */
function demandsAny(schema: Schema, { names, travel }: Release): boolean {
  if (names.size === 0) return false;
  const seen = new Set([schema]);
  // A set hands out what is added while it is being walked.
  for (const { object = {}, ref, allOf = [] } of seen) {
    if (object.requiredOnly?.some((name) => names.has(name))) return true;
    if (object.properties?.some(({ name, required }) => required && names.has(name))) return true;
    const target = ref === undefined ? undefined : travel.schemas.get(ref);
    if (target !== undefined) seen.add(target);
    for (const part of allOf) seen.add(part);
  }
  return false;
}

function releaseFrom(schema: Schema, release: Release): Schema {
  const { ref, ...others } = schema;
  const target = ref === undefined || release.inside.has(ref) ? undefined : release.travel.schemas.get(ref);
  const isPutInPlace = ref !== undefined && target !== undefined && demandsAny(target, release);
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

/** A reference and nothing beside it: what it leads to is looked at on its own. */
function isPlainReference(schema: Schema): boolean {
  return schema.ref !== undefined && Object.keys(schema).every((key) => ['at', 'doc', 'ref'].includes(key));
}
