import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { pointerToken } from '../document/document-pointer.js';
import { mapSchema } from './map-schema.js';

/** A schema, and the schemas that it refers to: each `$ref` in it is `#/$defs/` and the name of a definition. */
export interface SchemaBundle {
  readonly schema: Json;
  readonly definitions: ReadonlyMap<string, Json>;
}

/** Finds the schema that a `$ref` names; returns undefined if there is none. */
export type FollowReference = (ref: string) => Json | undefined;

/** Options of `bundleSchema`. */
export interface BundleOptions {
  readonly follow: FollowReference;
  /** Rewrites each schema object first. */
  readonly rewrite: (one: JsonObject) => JsonObject;
}

/** Collects a schema and all that it refers to. A schema with nothing but a `$ref` is replaced by its target. */
export function bundleSchema(root: Json, { follow, rewrite }: BundleOptions): SchemaBundle {
  const followOrThrow = (ref: string) => {
    const found = follow(ref);
    if (found === undefined) throw new Error(`The JSON Schema refers to ${JSON.stringify(ref)}, which is not in it`);
    return found;
  };
  const names = new Map<string, string>();
  const point = ({ $defs: _within, ...schema }: JsonObject) => {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const name = names.get($ref) ?? nameDefinition($ref, new Set(names.values()));
    names.set($ref, name);
    return { ...schema, $ref: `#/$defs/${name}` };
  };
  // Rewriting comes first: it may follow references as they were.
  const bundle = (one: Json) => mapSchema(mapSchema(one, rewrite), point);
  let schema = root;
  for (const seen = new Set<string>(); isJsonObject(schema);) {
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || Object.keys(siblings).length || seen.has($ref)) break;
    seen.add($ref);
    schema = followOrThrow($ref);
  }
  const written = bundle(schema);
  const definitions = new Map<string, Json>();
  // Definitions name further ones, which come last in the same map.
  for (const [ref, name] of names) definitions.set(name, bundle(followOrThrow(ref)));
  return { schema: written, definitions };
}

/** Names a definition after the last step of a reference, in characters that components may have: `#/a/b~1c` → `b_c`. */
function nameDefinition(ref: string, taken: ReadonlySet<string>) {
  const stem = pointerToken(ref.slice(ref.lastIndexOf('/') + 1)).replace(/[^\w.-]+/g, '_') || 'schema';
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}_${number}`;
  return name;
}
