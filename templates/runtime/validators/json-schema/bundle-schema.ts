import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { pointerToken } from '../document/document-pointer.js';
import { mapSchema } from './map-schema.js';

/** A schema, and what it refers to: each `$ref` in it is `#/$defs/` and the name of a definition. */
export interface SchemaBundle {
  readonly schema: Json;
  readonly definitions: ReadonlyMap<string, Json>;
}

/** The schema that a `$ref` names; `undefined` where it leads nowhere. */
export type FollowReference = (ref: string) => Json | undefined;

/** How a bundle is made. */
export interface BundleOptions {
  readonly follow: FollowReference;
  /** Done to each schema object first. */
  readonly rewrite: (one: JsonObject) => JsonObject;
}

/** Collects a schema and everything it refers to; a schema that merely refers to another one is that one. */
export function bundleSchema(root: Json, { follow, rewrite }: BundleOptions): SchemaBundle {
  const names = new Map<string, string>();
  const point = ({ $defs: _within, ...schema }: JsonObject): JsonObject => {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
    const name = names.get($ref) ?? definitionName($ref, new Set(names.values()));
    names.set($ref, name);
    return { ...schema, $ref: `#/$defs/${name}` };
  };
  // Rewriting comes first: it may follow references as they were.
  const bundle = (one: Json): Json => mapSchema(mapSchema(one, rewrite), point);
  const schema = bundle(skipReferences(root, follow));
  const definitions = new Map<string, Json>();
  // Definitions name further ones, which come last in the same map.
  for (const [ref, name] of names) definitions.set(name, bundle(followOrThrow(ref, follow)));
  return { schema, definitions };
}

function skipReferences(root: Json, follow: FollowReference): Json {
  let schema = root;
  for (const seen = new Set<string>(); isJsonObject(schema);) {
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== 'string' || Object.keys(siblings).length > 0 || seen.has($ref)) return schema;
    seen.add($ref);
    schema = followOrThrow($ref, follow);
  }
  return schema;
}

function followOrThrow(ref: string, follow: FollowReference): Json {
  const found = follow(ref);
  if (found === undefined) throw new Error(`The JSON Schema refers to ${JSON.stringify(ref)}, which is not in it`);
  return found;
}

/** The last step of a reference, in characters that need no escape in pointers, and names of components may have. */
function definitionName(ref: string, taken: ReadonlySet<string>): string {
  const stem = pointerToken(ref.slice(ref.lastIndexOf('/') + 1)).replace(/[^\w.-]+/g, '_') || 'schema';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Follows a JSON pointer such as `/properties/a~1b` into a schema. */
export function followPointer(schema: Json, pointer: string): Json | undefined {
  let value: Json | undefined = schema;
  for (const token of pointer.split('/').slice(1).map(pointerToken)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    // Arrays are read by index as objects are by name.
    value = (value as JsonObject)[token];
  }
  return value;
}
