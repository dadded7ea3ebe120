import { toJsonObject, type Json, type JsonObject } from '../json.js';
import { mapSchema } from '../validators/json-schema/map-schema.js';

/** The schema of the arguments of a tool, with the schemas that it refers to in its `$defs`. */
export type ObjectSchema = JsonObject & { readonly type: 'object' };

/**
 * Shortens a schema to `most` characters, if possible: removes first descriptions of inner properties, then the definitions furthest from
 * the arguments. The result accepts all values that the whole schema accepts. Returns the schema itself if it is short enough.
 */
export function pruneSchema(schema: ObjectSchema, most: number): ObjectSchema {
  const isShort = (one: Json, limit = most) => JSON.stringify(one).length <= limit;
  if (isShort(schema)) return schema;
  const { $defs = {} } = toJsonObject(mapSchema(schema, loosen));
  const cut = (depth: number, write: (one: Json) => Json) => {
    const properties = Object.entries(toJsonObject(schema['properties'])).map(([name, one]) => {
      const { description } = toJsonObject(one);
      return [name, { ...toJsonObject(write(one)), ...(description && { description }) }];
    });
    return keepDefinitions({ ...schema, properties: Object.fromEntries(properties), $defs }, depth);
  };
  for (const depth of [Infinity, 4, 3, 2, 1]) {
    const pruned = cut(depth, (one) => mapSchema(one, loosen));
    if (isShort(pruned)) return pruned;
  }
  // Still too long: long arguments keep only their types.
  return cut(0, (one) => {
    const { type } = toJsonObject(one);
    return isShort(one, 500) ? mapSchema(one, loosen) : { ...(type && { type }) };
  });
}

/** Matches keywords to remove: descriptions, and those that would reject values when definitions inside them are removed. */
const loosened = /^(?:description|not|if|then|else|contains|unevaluated(?:Properties|Items))$/;

function loosen({ oneOf, anyOf = oneOf, ...schema }: JsonObject): JsonObject {
  const rest = Object.entries(schema).filter(([keyword]) => !loosened.test(keyword));
  return { ...Object.fromEntries(rest), ...(anyOf && { anyOf }) };
}

/** Keeps the definitions that are at most `most` references away from the arguments, and removes references to all others. */
export function keepDefinitions({ $defs, ...root }: ObjectSchema, most: number): ObjectSchema {
  const kept = new Map<string, Json>();
  let level: readonly Json[] = [root];
  for (let depth = 1; depth <= most && level.length; depth += 1) {
    const found = new Set(Array.from(JSON.stringify(level).matchAll(/"#\/\$defs\/([^"]*)"/g), ([, name]) => name));
    const next = Object.entries(toJsonObject($defs)).filter(([name]) => found.has(name) && !kept.has(name));
    for (const [name, one] of next) kept.set(name, one);
    level = next.map(([, one]) => one);
  }
  const whole = { ...root, ...(kept.size > 0 && { $defs: Object.fromEntries(kept) }) };
  const cut = mapSchema(whole, (schema) => {
    const { $ref, ...rest } = schema;
    return typeof $ref === 'string' && !kept.has($ref.replace('#/$defs/', '')) ? rest : schema;
  });
  // `as`: only schemas inside it are rewritten.
  return cut as ObjectSchema;
}
