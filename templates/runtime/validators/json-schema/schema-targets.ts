import type { Json, JsonObject } from '../../json.js';
import type { SchemaBundle } from './bundle-schema.js';
import { inlineDefinitions } from './inline-definitions.js';
import { mapSchema } from './map-schema.js';
import { asSchemaObject } from './schema-parts.js';
import { toDraft07 } from './to-draft-07.js';
import { toOpenApi30 } from './to-openapi-3-0.js';
import { annotating, asserting, inPlace } from './schema-keywords.js';

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

/** Writes a schema in a dialect; throws if the dialect is unknown or cannot express it. */
export function toTarget(bundle: SchemaBundle, target: string): Record<string, unknown> {
  return copy(writeTarget(bundle, target));
}

function writeTarget(bundle: SchemaBundle, target: string): JsonObject {
  switch (target) {
    case 'draft-2020-12':
      return withDefinitions(mapBundle(bundle), draft2020, '$defs');
    case 'draft-07':
      return withDefinitions(mapBundle(bundle, toDraft07), 'http://json-schema.org/draft-07/schema#', 'definitions');
    case 'openapi-3.0':
      return inlineDefinitions(mapBundle(bundle, toOpenApi30), target);
    case 'openapi-3.1':
      return inlineDefinitions(mapBundle(bundle), target);
    default:
      throw new Error(
        `JSON Schema target ${JSON.stringify(target)} is not known: use draft-2020-12, draft-07, openapi-3.0 or openapi-3.1`,
      );
  }
}

/** Returns a schema of draft 2020-12 with its `$schema`. */
export function asDraft202012(schema: Json): Record<string, unknown> {
  return copy({ $schema: draft2020, ...asSchemaObject(schema) });
}

/** Copies a schema, so that callers may change it. */
function copy(schema: JsonObject): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}

function withDefinitions({ schema, definitions }: SchemaBundle, $schema: string, keyword: string): JsonObject {
  const written = { $schema, ...asSchemaObject(schema) };
  return definitions.size ? { ...written, [keyword]: Object.fromEntries(definitions) } : written;
}

/**
 * Rewrites all schema objects of a bundle. Keeps only keywords that restrict or describe values. Writes the `example` of OpenAPI as
 * `examples` of JSON Schema.
 */
function mapBundle(
  { schema, definitions }: SchemaBundle,
  rewrite: (one: JsonObject) => JsonObject = (one) => one,
): SchemaBundle {
  const rewriteKnown = ({ example, ...rest }: JsonObject): JsonObject => {
    const isOne = example !== undefined && rest['examples'] === undefined;
    const all = isOne ? { ...rest, examples: [example] } : rest;
    const known = Object.entries(all).filter(
      ([keyword]) => asserting.has(keyword) || annotating.has(keyword) || inPlace.has(keyword),
    );
    return rewrite(Object.fromEntries(known));
  };
  const map = (one: Json): Json => mapSchema(one, rewriteKnown);
  return { schema: map(schema), definitions: new Map([...definitions].map(([name, one]) => [name, map(one)])) };
}
