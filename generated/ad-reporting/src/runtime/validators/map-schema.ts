import type { Json, JsonObject } from '../json.js';
import { isObject } from './types.js';
import { words } from './words.js';

const oneSchema = /* @__PURE__ */ words(
  'items additionalProperties contains propertyNames not if then else unevaluatedItems unevaluatedProperties contentSchema',
);
const someSchemas = /* @__PURE__ */ words('allOf anyOf oneOf prefixItems');
const namedSchemas = /* @__PURE__ */ words('properties patternProperties dependentSchemas $defs');

/** Rewrites every schema object of a JSON Schema, inner ones first; names and constants stay as they are. */
export function mapSchema(schema: Json, rewrite: (one: JsonObject) => JsonObject): Json {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, rewrite)] as const);
  return rewrite(Object.fromEntries(entries));
}

function mapKeyword(key: string, value: Json, rewrite: (one: JsonObject) => JsonObject): Json {
  if (oneSchema.has(key)) return mapSchema(value, rewrite);
  if (someSchemas.has(key) && Array.isArray(value)) return value.map((item: Json) => mapSchema(item, rewrite));
  if (!namedSchemas.has(key) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapSchema(one, rewrite)]));
}
