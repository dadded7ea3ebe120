import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { FollowReference } from './bundle-schema.js';

/** Which way values travel: to the service or from it. */
export type Direction = 'request' | 'response';

/** What is needed to see which properties travel one way only. */
interface Travel {
  readonly keyword: 'readOnly' | 'writeOnly';
  readonly follow: FollowReference;
}

/**
 * Rewrites a schema object for values that travel one way: what only the other side writes is demanded by none of the parts
 * that check the same value, whichever of them declares it. A part behind a `$ref` that would demand it is put where
 * the reference is.
 */
export function releaseOneWay(direction: Direction, follow: FollowReference): (schema: JsonObject) => JsonObject {
  const travel: Travel = { keyword: direction === 'request' ? 'readOnly' : 'writeOnly', follow };
  return (schema) => {
    const names = oneWayNames(schema, travel, new Set());
    return names.size === 0 || isPlainReference(schema) ? schema : releaseFrom(schema, names, new Set(), travel);
  };
}

/** Names of the properties that a schema, or what checks the same value for it, declares for the other side. */
function oneWayNames(schema: Json | undefined, travel: Travel, seen: Set<Json>): ReadonlySet<string> {
  if (!isJsonObject(schema) || seen.has(schema)) return new Set();
  seen.add(schema);
  const { properties, allOf, $ref } = schema;
  const own = Object.entries(isJsonObject(properties) ? properties : {}).filter(([, one]) => isLeftOut(one, travel));
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...(typeof $ref === 'string' ? [travel.follow($ref)] : [])];
  return new Set([...own.map(([name]) => name), ...parts.flatMap((one) => [...oneWayNames(one, travel, seen)])]);
}

function isLeftOut(schema: Json, { keyword, follow }: Travel): boolean {
  const seen = new Set<Json | undefined>([schema]);
  // A set hands out what is added while it is gone through.
  for (const part of seen) {
    if (!isJsonObject(part)) continue;
    if (part[keyword] === true) return true;
    if (typeof part['$ref'] === 'string') seen.add(follow(part['$ref']));
    if (Array.isArray(part['allOf'])) for (const inner of part['allOf']) seen.add(inner);
  }
  return false;
}

function releaseFrom(
  schema: JsonObject,
  names: ReadonlySet<string>,
  inside: ReadonlySet<string>,
  travel: Travel,
): JsonObject {
  const { $ref, allOf, required, ...others } = schema;
  const target = typeof $ref === 'string' && !inside.has($ref) ? travel.follow($ref) : undefined;
  const isPutInPlace = isJsonObject(target) && demands(target, names, new Set(inside), travel);
  const within = typeof $ref === 'string' ? new Set([...inside, $ref]) : inside;
  const release = (part: Json): Json => (isJsonObject(part) ? releaseFrom(part, names, within, travel) : part);
  if (isPutInPlace && isPlainReference(schema)) return releaseFrom(target, names, within, travel);
  const parts = [...(Array.isArray(allOf) ? allOf.map(release) : []), ...(isPutInPlace ? [release(target)] : [])];
  const left = Array.isArray(required) ? required.filter((name) => !names.has(String(name))) : [];
  return {
    ...($ref !== undefined && !isPutInPlace && { $ref }),
    ...others,
    ...(left.length > 0 && { required: left }),
    ...(parts.length > 0 && { allOf: parts }),
  };
}

/** Whether what a reference resolves to demands one of the names that it does not declare for the other side itself. */
function demands(target: JsonObject, names: ReadonlySet<string>, inside: Set<string>, travel: Travel): boolean {
  const own = oneWayNames(target, travel, new Set());
  const wanted = new Set([...names].filter((name) => !own.has(name)));
  return wanted.size > 0 && demandsAny(target, wanted, inside, travel);
}

function demandsAny(schema: Json, names: ReadonlySet<string>, inside: Set<string>, travel: Travel): boolean {
  if (!isJsonObject(schema)) return false;
  const { required, allOf, $ref } = schema;
  if (Array.isArray(required) && required.some((name) => names.has(String(name)))) return true;
  if (Array.isArray(allOf) && allOf.some((part: Json) => demandsAny(part, names, inside, travel))) return true;
  if (typeof $ref !== 'string' || inside.has($ref)) return false;
  inside.add($ref);
  const target = travel.follow($ref);
  return isJsonObject(target) && demands(target, names, inside, travel);
}

/** A reference and nothing beside it: what it resolves to is looked at on its own. */
function isPlainReference(schema: JsonObject): boolean {
  return (
    schema['$ref'] !== undefined &&
    Object.keys(schema).every((key) => key === '$ref' || key === 'description' || key === 'summary')
  );
}
