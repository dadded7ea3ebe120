import { isJsonObject } from '@speccast/runtime';
import type { Json, JsonObject } from 'speccast/emitter';
import { mapInner, toObject } from './schema-document.js';

/** Converts a schema of a target (`draft-07`, `openapi-3.0`) to draft 2020-12, so that its validator can be compared with the original. */
export function fromTarget(schema: JsonObject, target: string): Json {
  if (target === 'draft-2020-12') return schema;
  const { $schema: _dialect, definitions, components, ...root } = schema;
  const schemas = definitions ?? toObject(components)['schemas'];
  const read = target === 'draft-07' ? readDraft07 : target === 'openapi-3.0' ? readOpenApi30 : readReference;
  const $defs = Object.entries(toObject(schemas)).map(([name, one]) => [name, walk(one, read)] as const);
  return { ...toObject(walk(root, read)), $defs: Object.fromEntries($defs) };
}

/** Converts outer schemas first, so that inner ones are found under the keywords of draft 2020-12. */
function walk(schema: Json, read: (one: JsonObject) => JsonObject): Json {
  return isJsonObject(schema) ? mapInner(read(schema), (part) => walk(part, read)) : schema;
}

function readReference({ $ref, ...rest }: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return rest;
  return { ...rest, $ref: $ref.replace(/^#\/(?:definitions|components\/schemas)\//, '#/$defs/') };
}

function readDraft07(schema: JsonObject): JsonObject {
  const { items, additionalItems, dependencies, ...rest } = schema;
  if (schema['$ref'] !== undefined && Object.keys(schema).length > 1)
    throw new Error('Draft-07 ignores keywords beside $ref');
  const entries = Object.entries(toObject(dependencies));
  const isList = Array.isArray(items);
  return {
    ...readReference(rest),
    ...(items === undefined ? {} : { [isList ? 'prefixItems' : 'items']: items }),
    ...(isList && additionalItems !== undefined ? { items: additionalItems } : {}),
    dependentRequired: Object.fromEntries(entries.filter(([, value]) => Array.isArray(value))),
    dependentSchemas: Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value))),
  };
}

const keywords30 = new Set(
  (
    'title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems ' +
    'uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf not items properties ' +
    'additionalProperties description format default nullable readOnly writeOnly example deprecated $ref'
  ).split(' '),
);

/** Converts a schema of OpenAPI 3.0. Throws if it has keywords that OpenAPI 3.0 does not have. */
function readOpenApi30(schema: JsonObject): JsonObject {
  const { type, nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const wrong = [
    ...Object.keys(schema).filter((keyword) => !keywords30.has(keyword)),
    ...['type', 'items'].filter((keyword) => Array.isArray(schema[keyword]) || typeof schema[keyword] === 'boolean'),
    ...(type === 'null' || (type === 'array' && schema['items'] === undefined) ? ['type'] : []),
    ...['enum', 'required'].filter(
      (keyword) => Array.isArray(schema[keyword]) && Object.keys(schema[keyword]).length === 0,
    ),
    ...(schema['$ref'] !== undefined && Object.keys(schema).length > 1 ? ['$ref'] : []),
  ];
  if (wrong.length > 0) throw new Error(`OpenAPI 3.0 has no ${wrong.join(', ')} in ${JSON.stringify(schema)}`);
  return {
    ...readReference(rest),
    ...(type === undefined ? {} : { type: nullable === true ? [type, 'null'] : type }),
    ...toBound('minimum', minimum, exclusiveMinimum),
    ...toBound('maximum', maximum, exclusiveMaximum),
  };
}

function toBound(keyword: string, value: Json | undefined, exclusive: Json | undefined): JsonObject {
  if (value === undefined) return {};
  return { [exclusive === true ? `exclusiveM${keyword.slice(1)}` : keyword]: value };
}
