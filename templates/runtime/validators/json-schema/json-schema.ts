import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { bundleSchema, followPointer, type FollowReference } from './bundle-schema.js';
import type { DocumentSchemas } from '../document/document-schemas.js';
import { releaseOneWay } from './release-one-way.js';
import { withAllOf } from './schema-parts.js';
import { asDraft202012, toTarget } from './schema-targets.js';
import { setSchemaWriter } from '../check/standard-schema.js';
import type { SchemaRegistry, WriteSchema } from '../check/validator.js';

/** A pointer, and which way values travel where that is not what its pointer says: `#/components/schemas/Pet>request`. */
const keyed = /^(.*)>(request|response)$/s;

/** Pointers of schemas whose values travel one way. */
const requested = /^#\/(?:paths\/.*\/(?:requestBody|parameters)(?:\/|$)|components\/requestBodies\/)/;
const answered = /^#\/(?:paths\/.*\/responses\/|components\/responses\/)/;

/** Makes the JSON Schemas of a document known to its validators, by pointer. */
export function registerSchemas(schemas: DocumentSchemas, registry?: SchemaRegistry): WriteSchema {
  const follow: FollowReference = (ref) => schemas.at(ref);
  const write: WriteSchema = (key, { target }) => {
    const [, pointer = key, stated] = keyed.exec(key) ?? [];
    const direction = stated ?? (requested.test(pointer) ? 'request' : answered.test(pointer) ? 'response' : undefined);
    const release =
      direction === 'request' || direction === 'response'
        ? releaseOneWay(direction, follow)
        : (one: JsonObject): JsonObject => one;
    const rewrite = (one: JsonObject): JsonObject => release(withoutDynamic(one));
    return toTarget(bundleSchema({ $ref: pointer }, { follow, rewrite }), target);
  };
  return setSchemaWriter(write, registry);
}

/** A `$dynamicRef` that is left in a document resolves to no single schema, and takes any value. */
function withoutDynamic({ $dynamicRef: _dynamic, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Makes JSON Schemas that are documents of their own known to their validators, by name. */
export function registerDocuments(documents: () => Readonly<Record<string, Json>>): WriteSchema {
  return setSchemaWriter((key, { target }) => {
    const document = documents()[key] ?? true;
    if (target === 'draft-2020-12') return asDraft202012(document);
    const follow: FollowReference = (ref) =>
      /^#(?:\/|$)/.test(ref) ? followPointer(document, ref.slice(1)) : undefined;
    const rewrite = (one: JsonObject): JsonObject => splitDependencies(rejectResources(one, document, target));
    return toTarget(bundleSchema(document, { follow, rewrite }), target);
  });
}

/** Below an `$id` of its own, a pointer would not start where the document does. */
function rejectResources(schema: JsonObject, document: Json, target: string): JsonObject {
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
