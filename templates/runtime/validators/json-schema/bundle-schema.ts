import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { pointerToken } from '../document/document-pointer.js';
import { mapSchema } from './map-schema.js';

/** A schema, and the schemas that it refers to, by name. Each `$ref` is `#/$defs/` and a name. */
export interface SchemaBundle {
  readonly schema: Json;
  readonly definitions: ReadonlyMap<string, Json>;
}

/** Returns the schema that a `$ref` refers to; `undefined` if there is none. */
export type FollowReference = (ref: string) => Json | undefined;

/** Options of `bundleSchema`. */
export interface BundleOptions {
  readonly follow: FollowReference;
  /** Rewrites each schema object, before its references are changed. */
  readonly rewrite: (one: JsonObject) => JsonObject;
}

/** Collects a schema and all that it refers to; throws if one is missing. If the root is only a `$ref`, it is replaced by its target. */
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
  // `rewrite` first: it follows the original references.
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
  // `bundle` adds further references to the end of the map during the loop.
  for (const [ref, name] of names) definitions.set(name, bundle(followOrThrow(ref)));
  return { schema: written, definitions };
}

/** Returns a unique name for a definition, in characters that OpenAPI allows: `#/a/b~1c` → `b_c`, `b_c_2`. */
function nameDefinition(ref: string, taken: ReadonlySet<string>) {
  const stem = pointerToken(ref.slice(ref.lastIndexOf('/') + 1)).replace(/[^\w.-]+/g, '_') || 'schema';
  let name = stem;
  for (let number = 2; taken.has(name); number += 1) name = `${stem}_${number}`;
  return name;
}
