import type { ArrayRules, ObjectRules, Schema } from '../../api/schemas/schema.js';
import type { Json, JsonObject } from '../../spec/read/json.js';

/** What a `$ref` to a schema of an id is written as. */
export type WriteReference = (id: string) => string;

/** A schema as JSON Schema 2020-12, for parts of operations, which the document does not hold in one place. */
function schemaJson(schema: Schema, refer: WriteReference): Json {
  return schema.boolean ?? objectJson(schema, refer);
}

/** The same as an object: `false` is `{not: {}}`. */
export function objectJson(schema: Schema, refer: WriteReference): JsonObject {
  if (schema.boolean !== undefined) return schema.boolean ? {} : { not: {} };
  const [type, ...others] = schema.types ?? [];
  return compact({
    $ref: schema.ref === undefined ? undefined : refer(schema.ref),
    title: schema.title,
    description: schema.doc.description ?? schema.doc.summary,
    deprecated: schema.doc.deprecated,
    type: others.length === 0 ? type : schema.types,
    enum: schema.enum,
    const: schema.const?.value,
    ...schema.string,
    ...schema.number,
    ...arrayJson(schema.array ?? {}, refer),
    ...objectRulesJson(schema.object ?? {}, refer),
    ...combinationsJson(schema, refer),
    default: schema.default?.value,
    examples: schema.examples,
    readOnly: schema.readOnly,
    writeOnly: schema.writeOnly,
  });
}

type Partly = Readonly<Record<string, Json | undefined>>;

function arrayJson(rules: ArrayRules, refer: WriteReference): Partly {
  const { prefixItems, items, contains, unevaluatedItems, ...plain } = rules;
  return {
    ...plain,
    prefixItems: many(prefixItems, refer),
    items: one(items, refer),
    contains: one(contains, refer),
    unevaluatedItems: one(unevaluatedItems, refer),
  };
}

function objectRulesJson(rules: ObjectRules, refer: WriteReference): Partly {
  const {
    properties,
    requiredOnly,
    patternProperties,
    dependentRequired,
    dependentSchemas,
    minProperties,
    maxProperties,
  } = rules;
  const required = [
    ...(properties ?? []).filter((property) => property.required).map(({ name }) => name),
    ...(requiredOnly ?? []),
  ];
  return {
    properties:
      properties && Object.fromEntries(properties.map(({ name, schema }) => [name, schemaJson(schema, refer)])),
    required: required.length === 0 ? undefined : required,
    patternProperties:
      patternProperties &&
      Object.fromEntries(patternProperties.map(({ pattern, schema }) => [pattern, schemaJson(schema, refer)])),
    additionalProperties: one(rules.additionalProperties, refer),
    propertyNames: one(rules.propertyNames, refer),
    minProperties,
    maxProperties,
    dependentRequired:
      dependentRequired && Object.fromEntries(dependentRequired.map((each) => [each.property, each.required])),
    dependentSchemas:
      dependentSchemas &&
      Object.fromEntries(dependentSchemas.map(({ property, schema }) => [property, schemaJson(schema, refer)])),
    unevaluatedProperties: one(rules.unevaluatedProperties, refer),
  };
}

function combinationsJson(schema: Schema, refer: WriteReference): Partly {
  return {
    allOf: many(schema.allOf, refer),
    anyOf: many(schema.anyOf, refer),
    oneOf: many(schema.oneOf, refer),
    not: one(schema.not, refer),
    if: one(schema.if, refer),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: one(schema.then, refer),
    else: one(schema.else, refer),
  };
}

function one(schema: Schema | undefined, refer: WriteReference): Json | undefined {
  return schema === undefined ? undefined : schemaJson(schema, refer);
}

function many(schemas: readonly Schema[] | undefined, refer: WriteReference): Json | undefined {
  return schemas?.map((schema) => schemaJson(schema, refer));
}

function compact(value: Partly): JsonObject {
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])));
}
