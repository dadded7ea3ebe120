import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { readPointer } from '../document/document-pointer.js';
import { bundleSchema, type FollowReference } from './bundle-schema.js';
import type { DocumentSchemas } from '../document/document-schemas.js';
import { releaseOneWay } from './release-one-way.js';
import { addParts } from './schema-parts.js';
import { asDraft202012, toTarget } from './schema-targets.js';
import { setSchemaWriter } from '../check/create-validator.js';
import type { SchemaRegistry, WriteSchema } from '../check/validator.js';

/** Matches a pointer with the direction of values: `#/components/schemas/Pet>request`. */
const keyed = /^(.*)>(request|response)$/s;

/** Matches pointers of schemas whose values are only sent in requests. */
const requested = /^#\/(?:paths\/.*\/(?:requestBody|parameters)(?:\/|$)|components\/requestBodies\/)/;
const answered = /^#\/(?:paths\/.*\/responses\/|components\/responses\/)/;

/** Registers the JSON Schemas of an OpenAPI document for its validators, by pointer. */
export function registerSchemas(schemas: DocumentSchemas, registry?: SchemaRegistry): WriteSchema {
  const follow: FollowReference = (ref) => schemas.at(ref);
  const write: WriteSchema = (key, { target }) => {
    const [, pointer = key, stated] = keyed.exec(key) ?? [];
    const isRequest = stated === 'request' || (stated === undefined && requested.test(pointer));
    const isResponse = stated === 'response' || (stated === undefined && answered.test(pointer));
    const release = isRequest || isResponse ? releaseOneWay(isRequest ? 'request' : 'response', follow) : undefined;
    // A `$dynamicRef` that is left in a document has no single target, and accepts any value.
    const rewrite = ({ $dynamicRef: _dynamic, ...schema }: JsonObject) => release?.(schema) ?? schema;
    return toTarget(bundleSchema({ $ref: pointer }, { follow, rewrite }), target);
  };
  return setSchemaWriter(write, registry);
}

/** Registers JSON Schemas, each a document of its own, for their validators, by name. */
export function registerDocuments(documents: () => Readonly<Record<string, Json>>): WriteSchema {
  return setSchemaWriter((key, { target }) => {
    const document = documents()[key] ?? true;
    if (target === 'draft-2020-12') return asDraft202012(document);
    const follow: FollowReference = (ref) => (/^#(?:\/|$)/.test(ref) ? readPointer(document, ref)?.value : undefined);
    const rewrite = ({ dependencies, ...schema }: JsonObject) => {
      const { $id } = schema;
      const isRoot = isJsonObject(document) && document['$id'] === $id;
      // Inside a schema with its own `$id`, pointers would be relative to that schema.
      if ($id !== undefined && !isRoot)
        throw new Error(`JSON Schema target ${JSON.stringify(target)} cannot express "$id" within a schema`);
      if (!isJsonObject(dependencies)) return schema;
      // `dependencies` of older drafts has names and schemas in one keyword.
      const entries = Object.entries(dependencies);
      const dependentRequired = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
      const dependentSchemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
      return addParts(schema, { dependentRequired, dependentSchemas });
    };
    return toTarget(bundleSchema(document, { follow, rewrite }), target);
  });
}
