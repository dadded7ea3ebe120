import { isJsonObject } from '../json.js';
import type { Json, JsonObject } from '../json.js';

const oneSchema: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'items additionalProperties contains propertyNames not if then else unevaluatedItems unevaluatedProperties contentSchema'.split(
    ' ',
  ),
);
const someSchemas: ReadonlySet<string> = /* @__PURE__ */ new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const namedSchemas: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
]);

/** Rewrites every schema object of a JSON Schema, inner ones first; names and constants stay as they are. */
export function mapSchema(schema: Json, rewrite: (one: JsonObject) => JsonObject): Json {
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value, rewrite)] as const);
  return rewrite(Object.fromEntries(entries));
}

function mapKeyword(key: string, value: Json, rewrite: (one: JsonObject) => JsonObject): Json {
  if (oneSchema.has(key)) return mapSchema(value, rewrite);
  if (someSchemas.has(key) && Array.isArray(value)) return value.map((item: Json) => mapSchema(item, rewrite));
  if (!namedSchemas.has(key) || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapSchema(one, rewrite)]));
}
