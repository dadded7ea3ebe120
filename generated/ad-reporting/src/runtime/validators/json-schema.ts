import type { Json, JsonObject } from '../json.js';
import { mapSchema } from './map-schema.js';
import { isObject } from './types.js';
import type { Validator } from './validator.js';
import { words } from './words.js';

/** Where the JSON Schema of a validator and of the models it refers to comes from. */
export interface SchemaSource {
  readonly schema: () => JsonObject;
  readonly references: (() => Readonly<Record<string, Validator<unknown>>>) | undefined;
}

const components = '#/components/schemas/';

/** The schema of a validator as one document: the models it refers to stand under `$defs`. */
export function bundleSchema(root: Validator<unknown>, sources: WeakMap<object, SchemaSource>): JsonObject {
  const models = new Map<string, JsonObject>();
  const schema = gather(root, sources, models);
  if (models.size === 0) return schema;
  const definitions = isObject(schema['$defs']) ? schema['$defs'] : {};
  return { ...schema, $defs: { ...definitions, ...Object.fromEntries(models) } };
}

function gather(
  one: Validator<unknown>,
  sources: WeakMap<object, SchemaSource>,
  models: Map<string, JsonObject>,
): JsonObject {
  const source = sources.get(one);
  if (source === undefined) throw new Error('The schema refers to a validator that was not made by validator()');
  const references = Object.entries(source.references?.() ?? {});
  for (const [ref, model] of references) {
    const name = definitionName(ref);
    if (models.has(name)) continue;
    models.set(name, {});
    models.set(name, gather(model, sources, models));
  }
  const refs = references.map(([ref]) => ref);
  return mapObject(source.schema(), (schema) => pointToDefinition(schema, refs));
}

function definitionName(ref: string): string {
  return ref.startsWith(components) ? ref.slice(components.length).replaceAll('~1', '/').replaceAll('~0', '~') : ref;
}

function pointToDefinition(schema: JsonObject, refs: readonly string[]): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const model = refs.find((ref) => $ref === ref || $ref.startsWith(`${ref}/`));
  if (model === undefined) return schema;
  const name = definitionName(model).replaceAll('~', '~0').replaceAll('/', '~1');
  return { ...schema, $ref: `#/$defs/${name}${$ref.slice(model.length)}` };
}

/** A schema in the dialect a caller asks for; throws on one that it cannot be written in. */
export function toTarget(schema: JsonObject, target: string): Record<string, unknown> {
  if (target === 'draft-2020-12') return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
  if (target === 'openapi-3.1') return { ...schema };
  if (target === 'draft-07')
    return { $schema: 'http://json-schema.org/draft-07/schema#', ...mapObject(schema, toDraft07) };
  const known = 'draft-2020-12, draft-07 or openapi-3.1';
  throw new Error(`JSON Schema target ${JSON.stringify(target)} is not supported: use ${known}`);
}

function mapObject(schema: JsonObject, rewrite: (one: JsonObject) => JsonObject): JsonObject {
  const mapped = mapSchema(schema, rewrite);
  return isObject(mapped) ? mapped : {};
}

/** Keywords that draft-07 has no words for. */
const later = /* @__PURE__ */ words(
  'unevaluatedProperties unevaluatedItems minContains maxContains $dynamicRef $dynamicAnchor $anchor',
);

function toDraft07(schema: JsonObject): JsonObject {
  const inexpressible = Object.keys(schema).find((key) => later.has(key));
  if (inexpressible !== undefined) throw new Error(`JSON Schema target "draft-07" cannot express ${inexpressible}`);
  return wrapReference(renameDependencies(renameItems(renameDefinitions(schema))));
}

function renameDefinitions({ $defs, $schema: _dialect, ...rest }: JsonObject): JsonObject {
  const ref = rest['$ref'];
  const moved = typeof ref === 'string' ? { ...rest, $ref: ref.replace(/^#\/\$defs\//, '#/definitions/') } : rest;
  return $defs === undefined ? moved : { ...moved, definitions: $defs };
}

function renameItems({ prefixItems, items, ...rest }: JsonObject): JsonObject {
  if (prefixItems === undefined) return items === undefined ? rest : { ...rest, items };
  return { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
}

function renameDependencies({ dependentRequired, dependentSchemas, ...rest }: JsonObject): JsonObject {
  if (dependentRequired === undefined && dependentSchemas === undefined) return rest;
  const all = [dependentRequired, dependentSchemas].flatMap((one) => (isObject(one) ? [one] : []));
  const dependencies: Record<string, Json> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one))) {
    if (Object.hasOwn(dependencies, name))
      throw new Error('JSON Schema target "draft-07" cannot express two dependencies of one property');
    dependencies[name] = value;
  }
  return { ...rest, dependencies };
}

/** Draft-07 ignores whatever stands beside a `$ref`. */
function wrapReference({ $ref, ...rest }: JsonObject): JsonObject {
  if ($ref === undefined) return rest;
  if (Object.keys(rest).length === 0) return { $ref };
  const allOf = Array.isArray(rest['allOf']) ? rest['allOf'] : [];
  return { ...rest, allOf: [{ $ref }, ...allOf] };
}
