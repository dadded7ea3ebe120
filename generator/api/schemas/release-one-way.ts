import { compact } from '../../json.js';
import { declaredProperties, findReferred, isLeftOut, isPlainReference, type Travel } from './target-schema.js';
import type { Schema } from '../types/schema.js';

/**
 * Returns a schema for values of one direction: a property that is left out in this direction (`readOnly` in requests) is no longer
 * required, neither by the schema nor by the parts that validate the same value (`allOf`, `$ref`). A changed target replaces its
 * `$ref`. Returns the same object if nothing changes.
 */
export function releaseOneWay(schema: Schema, travel: Travel): Schema {
  if (!(schema.allOf ?? schema.ref) || isPlainReference(schema)) return schema;
  const release: Release = { names: oneWayNames(schema, travel), travel, inside: new Set(), undemanded: new Set() };
  return demandsAny(schema, release) ? releaseFrom(schema, release) : schema;
}

/** Returns true if an object declares properties, and all of them are left out in a direction. */
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
  /** References that were followed to the current schema. */
  readonly inside: ReadonlySet<string>;
  /** Keys of references, each with names, whose target is known to require none of these names. */
  readonly undemanded: Set<string>;
}

/** Returns true if a schema, or a part that validates the same value, requires one of the names. */
function demandsAny(schema: Schema, release: Release): boolean {
  const { names } = release;
  if (names.size === 0) return false;
  const { properties = [], requiredOnly = [] } = schema.object ?? {};
  return (
    requiredOnly.some((name) => names.has(name)) ||
    properties.some(({ name, required }) => required && names.has(name)) ||
    schema.allOf?.some((part) => demandsAny(part, release)) === true ||
    findDemanding(schema, release) !== undefined
  );
}

/** Returns the target of a reference if it requires one of the names. Names that it declares itself do not count: its own release omits them. */
function findDemanding(schema: Schema, release: Release): Schema | undefined {
  const target = findReferred(release.travel.schemas, schema);
  if (!target || release.inside.has(schema.ref ?? '')) return undefined;
  const own = oneWayNames(target, release.travel);
  const names = new Set([...release.names].filter((name) => !own.has(name)));
  const key = JSON.stringify([schema.ref, ...names]);
  if (release.undemanded.has(key)) return undefined;
  if (demandsAny(target, { ...followInto(schema, release), names })) return target;
  release.undemanded.add(key);
  return undefined;
}

function followInto({ ref = '' }: Schema, release: Release): Release {
  return { ...release, inside: new Set([...release.inside, ref]) };
}

function releaseFrom(schema: Schema, release: Release): Schema {
  const { ref, object, allOf = [] } = schema;
  const { names } = release;
  const target = findDemanding(schema, release);
  const put = target && releaseFrom(target, followInto(schema, release));
  if (put && isPlainReference(schema)) return put;
  const parts = [...allOf.map((part) => releaseFrom(part, release)), ...(put ? [put] : [])];
  const further = object?.requiredOnly?.filter((name) => !names.has(name)) ?? [];
  return compact({
    ...schema,
    ref: put ? undefined : ref,
    object:
      object &&
      compact({
        ...object,
        properties: object.properties?.map((one) => ({ ...one, required: one.required && !names.has(one.name) })),
        requiredOnly: further.length === 0 ? undefined : further,
      }),
    allOf: parts.length === 0 ? undefined : parts,
  });
}
