import type { Json, JsonObject } from '../../json.js';
import type { SchemaBundle } from './bundle-schema.js';
import { mapSchema } from './map-schema.js';
import { asSchemaObject, withAllOf } from './schema-parts.js';
import { words } from '../values/words.js';

/**
 * A schema that can be in any OpenAPI document: each reference is replaced by what it refers to. Only what comes back to itself
 * stays a reference, `#/components/schemas/Name`, and comes along under `components.schemas`, for the document's own.
 */
export function inlineDefinitions({ schema, definitions }: SchemaBundle, target: string): JsonObject {
  const recursive = findRecursive(definitions);
  const inlined = new Map<string, Json>();
  const inline = (one: Json): Json => mapSchema(one, replace);
  const replace = (one: JsonObject): JsonObject => {
    const name = referredName(one);
    if (name === undefined) return one;
    const { $ref: _ref, ...siblings } = one;
    if (recursive.has(name)) return refer(`#/components/schemas/${name}`, siblings, target);
    const found = inlined.get(name) ?? inline(definitions.get(name) ?? {});
    inlined.set(name, found);
    return join(asSchemaObject(found), siblings);
  };
  const root = asSchemaObject(inline(schema));
  if (recursive.size === 0) return root;
  const schemas = [...recursive].map((name) => [name, asSchemaObject(inline(definitions.get(name) ?? {}))] as const);
  return { ...root, components: { schemas: Object.fromEntries(schemas) } };
}

function referredName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : undefined;
}

/** OpenAPI 3.0 ignores whatever is beside a `$ref`. */
function refer($ref: string, siblings: JsonObject, target: string): JsonObject {
  if (target !== 'openapi-3.0') return { $ref, ...siblings };
  return Object.keys(siblings).length === 0 ? { $ref } : withAllOf(siblings, { $ref });
}

const annotations = /* @__PURE__ */ words('title description default example examples deprecated readOnly writeOnly');

function join(found: JsonObject, siblings: JsonObject): JsonObject {
  const isTelling = Object.keys(siblings).every((keyword) => annotations.has(keyword));
  return isTelling ? { ...found, ...siblings } : withAllOf(siblings, found);
}

/** Names of the definitions that come back to themselves. */
function findRecursive(definitions: ReadonlyMap<string, Json>): ReadonlySet<string> {
  const calls = new Map([...definitions].map(([name, schema]) => [name, referredNames(schema)]));
  return new Set([...definitions.keys()].filter((name) => comesBack(name, calls)));
}

function referredNames(schema: Json): ReadonlySet<string> {
  const names = new Set<string>();
  mapSchema(schema, (one) => {
    const name = referredName(one);
    if (name !== undefined) names.add(name);
    return one;
  });
  return names;
}

function comesBack(start: string, calls: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of calls.get(name) ?? []) {
      if (next === start) return true;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return false;
}
