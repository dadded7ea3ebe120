import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { namedSchemas, oneSchema, someSchemas } from './schema-keywords.js';

/** Rewrites every schema object in a JSON Schema, inner ones first. Names of properties and values are not schemas. */
export function mapSchema(schema: Json, rewrite: (one: JsonObject) => JsonObject): Json {
  return isJsonObject(schema) ? rewrite(mapParts(schema, (part) => mapSchema(part, rewrite))) : schema;
}

/** Rewrites the schemas directly inside a schema; `rewrite` is called with each and its keyword. */
export function mapParts(schema: JsonObject, rewrite: (part: Json, keyword: string) => Json): JsonObject {
  const mapKeyword = (key: string, value: Json) => {
    if (oneSchema.has(key)) return rewrite(value, key);
    if (someSchemas.has(key) && Array.isArray(value)) return value.map((item: Json) => rewrite(item, key));
    if (!namedSchemas.has(key) || !isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, key)]));
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapKeyword(key, value)]));
}
