import { isJsonObject, toJsonObject, type Json, type JsonObject } from '../../json.js';
import type { FollowReference } from './bundle-schema.js';
import { toJsonList, reachSchemas } from './schema-parts.js';

/** The direction of values: to the service (`request`) or from it (`response`). */
export type Direction = 'request' | 'response';

/** The keyword of properties that are only sent in the other direction, and the function that follows references. */
interface Travel {
  readonly keyword: 'readOnly' | 'writeOnly';
  readonly follow: FollowReference;
}

/**
 * Returns a function that rewrites schema objects for one direction: read-only properties are not required in requests, write-only ones
 * not in responses, even if another part of `allOf` declares them. If the target of a `$ref` requires such a property, its rewritten copy
 * replaces the reference.
 */
export function releaseOneWay(direction: Direction, follow: FollowReference): (schema: JsonObject) => JsonObject {
  const travel: Travel = { keyword: direction === 'request' ? 'readOnly' : 'writeOnly', follow };
  return (schema) => {
    const names = oneWayNames(schema, travel);
    return !names.size || isPlainReference(schema) ? schema : releaseFrom(schema, names, new Set(), travel);
  };
}

/** Finds the names of properties of the other direction that a schema, or a schema of `allOf` or `$ref` in it, declares. */
function oneWayNames(schema: Json, { keyword, follow }: Travel) {
  const declared = listInPlace(schema, follow).flatMap(({ properties }) => Object.entries(toJsonObject(properties)));
  const others = declared.filter(([, property]) => listInPlace(property, follow).some((one) => one[keyword] === true));
  return new Set(others.map(([name]) => name));
}

/** Lists a schema and those that apply to the same value: parts of `allOf`, and targets of `$ref`. */
function listInPlace(schema: Json, follow: FollowReference) {
  return reachSchemas([schema], ({ $ref, allOf }) => [
    typeof $ref === 'string' ? follow($ref) : undefined,
    ...toJsonList(allOf),
  ]);
}

function releaseFrom(
  schema: JsonObject,
  names: ReadonlySet<string>,
  inside: ReadonlySet<string>,
  travel: Travel,
): JsonObject {
  const { $ref, allOf, required, ...others } = schema;
  const target = typeof $ref === 'string' && !inside.has($ref) ? travel.follow($ref) : undefined;
  const isPutInPlace = isJsonObject(target) && requiresOther(target, names, new Set(inside), travel);
  const within = typeof $ref === 'string' ? new Set([...inside, $ref]) : inside;
  const release = (part: Json) => (isJsonObject(part) ? releaseFrom(part, names, within, travel) : part);
  if (isPutInPlace && isPlainReference(schema)) return releaseFrom(target, names, within, travel);
  const parts = [...toJsonList(allOf), ...(isPutInPlace ? [target] : [])].map(release);
  const left = toJsonList(required).filter((name) => !names.has(String(name)));
  return {
    ...($ref !== undefined && !isPutInPlace && { $ref }),
    ...others,
    ...(left.length > 0 && { required: left }),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

/** Returns whether the target of a reference requires one of the names, apart from those of the other direction that it declares itself. */
function requiresOther(target: JsonObject, names: ReadonlySet<string>, inside: Set<string>, travel: Travel) {
  const own = oneWayNames(target, travel);
  const others = new Set([...names].filter((name) => !own.has(name)));
  return others.size > 0 && requiresAny(target, others, inside, travel);
}

function requiresAny(schema: Json, names: ReadonlySet<string>, inside: Set<string>, travel: Travel): boolean {
  if (!isJsonObject(schema)) return false;
  const { required, allOf, $ref } = schema;
  if (toJsonList(required).some((name) => names.has(String(name)))) return true;
  if (toJsonList(allOf).some((part) => requiresAny(part, names, inside, travel))) return true;
  if (typeof $ref !== 'string' || inside.has($ref)) return false;
  inside.add($ref);
  const target = travel.follow($ref);
  return isJsonObject(target) && requiresOther(target, names, inside, travel);
}

/** Returns whether a schema is only a reference, whose target is rewritten separately. */
function isPlainReference(schema: JsonObject) {
  return (
    schema['$ref'] !== undefined &&
    Object.keys(schema).every((key) => key === '$ref' || key === 'description' || key === 'summary')
  );
}
