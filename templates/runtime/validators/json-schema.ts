import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { bundleSchema, followPointer } from './bundle-schema.js';
import type { FollowReference } from './bundle-schema.js';
import { withAllOf } from './schema-parts.js';
import { asDraft202012, toTarget } from './schema-targets.js';
import { setSchemaWriter } from './standard-schema.js';
import type { SchemaRegistry, WriteSchema } from './standard-schema.js';

/** Schemas by the key of their validator, and by what a `$ref` to them says. */
export type SchemaSources = Readonly<Record<string, Json>>;

/** Schemas of a document's components by name. */
export type ComponentSchemas = Readonly<Record<string, Json>>;

/** Makes the JSON Schemas of a package known to the validators of its registry. */
export function registerSchemas(
  components: ComponentSchemas,
  further: SchemaSources,
  registry?: SchemaRegistry,
): WriteSchema {
  const document: JsonObject = { components: { schemas: components } };
  const follow: FollowReference = (ref) => findSource(ref, further) ?? followPointer(document, ref.slice(1));
  const rewrite = (one: JsonObject): JsonObject => one;
  const write: WriteSchema = (key, { target }) => toTarget(bundleSchema({ $ref: key }, { follow, rewrite }), target);
  return setSchemaWriter(write, registry);
}

/** What a reference names among the schemas that are not components: one of them, or a part of one. */
function findSource(ref: string, sources: SchemaSources): Json | undefined {
  for (let end = ref.length; end > 0; end = ref.lastIndexOf('/', end - 1)) {
    const key = ref.slice(0, end);
    if (Object.hasOwn(sources, key)) return followPointer(sources[key] ?? true, ref.slice(end));
  }
  return undefined;
}

/** Makes JSON Schemas that are documents of their own known to their validators, by name. */
export function registerDocuments(documents: () => Readonly<Record<string, Json>>): WriteSchema {
  return setSchemaWriter((key, { target }) => {
    const document = documents()[key] ?? true;
    if (target === 'draft-2020-12') return asDraft202012(document);
    const follow: FollowReference = (ref) =>
      /^#(?:\/|$)/.test(ref) ? followPointer(document, ref.slice(1)) : undefined;
    const rewrite = (one: JsonObject): JsonObject => splitDependencies(refuseResources(one, document, target));
    return toTarget(bundleSchema(document, { follow, rewrite }), target);
  });
}

/** Below an `$id` of its own, a pointer would not start where the document does. */
function refuseResources(schema: JsonObject, document: Json, target: string): JsonObject {
  const { $id } = schema;
  const isRoot = isJsonObject(document) && document['$id'] === $id;
  if ($id === undefined || isRoot) return schema;
  throw new Error(`JSON Schema target ${JSON.stringify(target)} cannot express "$id" within a schema`);
}

/** What older drafts called `dependencies` still applies in a document. */
function splitDependencies({ dependencies, ...schema }: JsonObject): JsonObject {
  if (!isJsonObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const dependentRequired = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
  const dependentSchemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  return withAllOf(schema, { dependentRequired, dependentSchemas });
}
