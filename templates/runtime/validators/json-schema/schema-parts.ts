import { isJsonObject } from '../../json.js';
import type { Json, JsonObject } from '../../json.js';
import { inPlace } from './schema-keywords.js';

/** A schema as an object, as `false` means `{not: {}}`. */
export function asSchemaObject(schema: Json): JsonObject {
  if (isJsonObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
}

/** A schema that matches what it and some others match. */
export function withAllOf(schema: JsonObject, ...others: readonly Json[]): JsonObject {
  const { allOf } = schema;
  return others.length === 0 ? schema : { ...schema, allOf: [...(Array.isArray(allOf) ? allOf : []), ...others] };
}

/** Whether a schema matches everything. */
export function isOpen(schema: Json | undefined): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** Rejects a schema with a keyword that a target has no words for. */
export function rejectKeywords(schema: JsonObject, keywords: readonly string[], target: string): void {
  const keyword = keywords.find((one) => schema[one] !== undefined);
  if (keyword !== undefined)
    throw new Error(`JSON Schema target ${JSON.stringify(target)} cannot express ${JSON.stringify(keyword)}`);
}

/** Writes `unevaluatedProperties` and `unevaluatedItems` with older words, where nothing but the schema itself evaluates. */
export function settleUnevaluated(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  const properties = orNothing(unevaluatedProperties, rest['additionalProperties']);
  const items = orNothing(unevaluatedItems, rest['items']);
  // What these look at is evaluated, too.
  const isAlone = !Object.keys(rest).some((keyword) => inPlace.has(keyword));
  const [forProperties, forItems] = [
    isAlone ? 'additionalProperties' : 'unevaluatedProperties',
    isAlone && rest['contains'] === undefined ? 'items' : 'unevaluatedItems',
  ];
  return {
    ...rest,
    ...(properties === undefined ? {} : { [forProperties]: properties }),
    ...(items === undefined ? {} : { [forItems]: items }),
  };
}

/** What is left of an `unevaluated` keyword: nothing where it asserts nothing. */
function orNothing(value: Json | undefined, older: Json | undefined): Json | undefined {
  return isOpen(value) || older !== undefined ? undefined : value;
}

/** Drops bounds of `contains` that say what it says anyway, and a `contains` that asks for nothing. */
export function settleContains({ contains, minContains, maxContains, ...rest }: JsonObject): JsonObject {
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) return rest;
  return {
    ...rest,
    contains,
    ...(minContains === undefined || minContains === 1 ? {} : { minContains }),
    ...(maxContains === undefined ? {} : { maxContains }),
  };
}
