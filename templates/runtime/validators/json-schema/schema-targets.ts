import type { Json, JsonObject } from '../../json.js';
import type { SchemaBundle } from './bundle-schema.js';
import { inlineDefinitions } from './inline-definitions.js';
import { mapSchema } from './map-schema.js';
import { asSchemaObject } from './schema-parts.js';
import { toDraft07 } from './to-draft-07.js';
import { toOpenApi30 } from './to-openapi-3-0.js';
import { annotating, asserting, inPlace } from './schema-keywords.js';

/** A schema in the dialect a caller asks for; throws on one that it cannot be written in. */
export function toTarget(bundle: SchemaBundle, target: string): Record<string, unknown> {
  return copy(writeTarget(bundle, target));
}

function writeTarget(bundle: SchemaBundle, target: string): JsonObject {
  if (target === 'draft-2020-12') return withDefinitions(bundle, draft2020, '$defs', (one) => one);
  if (target === 'draft-07')
    return withDefinitions(bundle, 'http://json-schema.org/draft-07/schema#', 'definitions', toDraft07);
  if (target === 'openapi-3.0') return inlineDefinitions(mapBundle(bundle, toOpenApi30), target);
  if (target === 'openapi-3.1')
    return inlineDefinitions(
      mapBundle(bundle, (one) => one),
      target,
    );
  throw new Error(
    `JSON Schema target ${JSON.stringify(target)} is not known: use draft-2020-12, draft-07, openapi-3.0 or openapi-3.1`,
  );
}

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

/** A schema of draft 2020-12 as it is, with its dialect. */
export function asDraft202012(schema: Json): Record<string, unknown> {
  return copy({ $schema: draft2020, ...asSchemaObject(schema) });
}

/** A schema that callers may change. */
function copy(schema: JsonObject): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema));
}

function withDefinitions(
  bundle: SchemaBundle,
  $schema: string,
  keyword: string,
  rewrite: (one: JsonObject) => JsonObject,
): JsonObject {
  const { schema, definitions } = mapBundle(bundle, rewrite);
  const written = { $schema, ...asSchemaObject(schema) };
  return definitions.size === 0 ? written : { ...written, [keyword]: Object.fromEntries(definitions) };
}

function mapBundle({ schema, definitions }: SchemaBundle, rewrite: (one: JsonObject) => JsonObject): SchemaBundle {
  const map = (one: Json): Json => mapSchema(one, (inner) => rewrite(keepKnown(inner)));
  return { schema: map(schema), definitions: new Map([...definitions].map(([name, one]) => [name, map(one)])) };
}

/**
 * Keeps what a validator goes by, and what tells readers more: whatever else is in a schema asserts nothing. The
 * example of OpenAPI is one of the examples of JSON Schema.
 */
function keepKnown(schema: JsonObject): JsonObject {
  const { example, ...rest } = schema;
  const all = example === undefined || rest['examples'] !== undefined ? rest : { ...rest, examples: [example] };
  return Object.fromEntries(Object.entries(all).filter(([keyword]) => isKnown(keyword)));
}

function isKnown(keyword: string): boolean {
  return asserting.has(keyword) || annotating.has(keyword) || inPlace.has(keyword);
}
