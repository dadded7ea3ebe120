import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { inPlace } from './schema-keywords.js';

/** Converts a schema to an object: `false` → `{ not: {} }`, `true` → `{}`. */
export function asSchemaObject(schema: Json): JsonObject {
  if (isJsonObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

/** Adds schemas to the `allOf` of a schema. */
export function addParts(schema: JsonObject, ...others: readonly Json[]): JsonObject {
  const { allOf } = schema;
  return others.length ? { ...schema, allOf: [...toJsonList(allOf), ...others] } : schema;
}

/** Lists schemas and all that `next` reaches from them, each once. */
export function reachSchemas(
  roots: readonly (Json | undefined)[],
  next: (schema: JsonObject) => readonly (Json | undefined)[],
): readonly JsonObject[] {
  const reached = new Set(roots);
  // The loop also visits schemas that are added to the set during it.
  for (const one of reached) if (isJsonObject(one)) for (const inner of next(one)) reached.add(inner);
  return [...reached].filter((one) => isJsonObject(one));
}

/** Returns an array as it is, and `[]` for any other value. */
export function toJsonList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns whether a schema accepts any value: `true` or `{}`. */
export function isOpen(schema: Json | undefined): boolean {
  return schema === true || (isJsonObject(schema) && !Object.keys(schema).length);
}

/** Throws if a schema has a keyword that a target cannot express. */
export function rejectKeywords(schema: JsonObject, keywords: readonly string[], target: string): void {
  const keyword = keywords.find((one) => schema[one] !== undefined);
  if (keyword !== undefined)
    throw new Error(`JSON Schema target ${JSON.stringify(target)} cannot express ${JSON.stringify(keyword)}`);
}

/** Writes `unevaluatedProperties` and `unevaluatedItems` as `additionalProperties` and `items`, if no other keyword evaluates members. */
export function settleUnevaluated(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  const isAlone = !Object.keys(rest).some((keyword) => inPlace.has(keyword));
  const forProperties = isAlone ? 'additionalProperties' : 'unevaluatedProperties';
  const forItems = isAlone && rest['contains'] === undefined ? 'items' : 'unevaluatedItems';
  // Beside the older keywords, they have no effect.
  const isIdle = (value: Json | undefined, older: string): value is undefined =>
    value === undefined || isOpen(value) || rest[older] !== undefined;
  return {
    ...rest,
    ...(!isIdle(unevaluatedProperties, 'additionalProperties') && { [forProperties]: unevaluatedProperties }),
    ...(!isIdle(unevaluatedItems, 'items') && { [forItems]: unevaluatedItems }),
  };
}

/** Removes `minContains: 1`, which is the default, and `contains` with `minContains: 0`, which requires nothing. */
export function settleContains({ contains, minContains, maxContains, ...rest }: JsonObject): JsonObject {
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return rest;
  return {
    ...rest,
    contains,
    ...(minContains !== undefined && minContains !== 1 && { minContains }),
    ...(maxContains !== undefined && { maxContains }),
  };
}
