import type { Json, JsonObject } from '../../json.js';
import type { SchemaBundle } from './bundle-schema.js';
import { mapSchema } from './map-schema.js';
import { asSchemaObject, addParts } from './schema-parts.js';
import { words } from '../values/words.js';

const annotations = /* @__PURE__ */ words('title description default example examples deprecated readOnly writeOnly');

/**
 * Replaces references by their definitions, so that the schema can be part of any OpenAPI document. Definitions that refer to themselves
 * stay references, `#/components/schemas/Name`, and are added in `components.schemas`.
 */
export function inlineDefinitions({ schema, definitions }: SchemaBundle, target: string): JsonObject {
  const recursive = findRecursive(definitions);
  const inlined = new Map<string, JsonObject>();
  const inline = (one: Json) => asSchemaObject(mapSchema(one, replace));
  const replace = (one: JsonObject) => {
    const name = readName(one);
    if (name === undefined) return one;
    const { $ref: _ref, ...siblings } = one;
    if (recursive.has(name)) {
      const $ref = `#/components/schemas/${name}`;
      // OpenAPI 3.0 ignores all keywords beside a `$ref`.
      const isAlone = target !== 'openapi-3.0' || !Object.keys(siblings).length;
      return isAlone ? { $ref, ...siblings } : addParts(siblings, { $ref });
    }
    const found = inlined.get(name) ?? inline(definitions.get(name) ?? {});
    inlined.set(name, found);
    const isAnnotated = Object.keys(siblings).every((keyword) => annotations.has(keyword));
    return isAnnotated ? { ...found, ...siblings } : addParts(siblings, found);
  };
  const root = inline(schema);
  if (!recursive.size) return root;
  const schemas = [...recursive].map((name) => [name, inline(definitions.get(name) ?? {})] as const);
  return { ...root, components: { schemas: Object.fromEntries(schemas) } };
}

/** Returns the name of the definition that a schema refers to: `#/$defs/Pet` → `Pet`. */
function readName({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : undefined;
}

/** Finds the definitions that refer to themselves, directly or through others. */
function findRecursive(definitions: ReadonlyMap<string, Json>) {
  const calls = new Map<string, Set<string>>();
  for (const [caller, schema] of definitions) {
    const names = new Set<string>();
    mapSchema(schema, (one) => {
      const name = readName(one);
      if (name !== undefined) names.add(name);
      return one;
    });
    calls.set(caller, names);
  }
  const isRecursive = (start: string) => {
    const reached = new Set(calls.get(start));
    // The loop also visits names that are added to the set during it.
    for (const name of reached) for (const next of calls.get(name) ?? []) reached.add(next);
    return reached.has(start);
  };
  return new Set([...definitions.keys()].filter(isRecursive));
}
