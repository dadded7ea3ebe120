import type { ArrayRules, ObjectRules, Schema } from '../../api/schema.js';
import type { Json, JsonObject } from '../../spec/json.js';

/** What a schema is to be written as; asked of each schema inside it, too. */
export type SchemaView = (schema: Schema) => Schema;

/** A schema as JSON Schema 2020-12, for parts of operations, which the document does not hold in one place. */
function schemaJson(schema: Schema, view: SchemaView): Json {
  return schema.boolean ?? objectJson(schema, view);
}

/** The same as an object: `false` is `{not: {}}`. */
export function objectJson(given: Schema, view: SchemaView): JsonObject {
  const schema = view(given);
  if (schema.boolean !== undefined) return schema.boolean ? {} : { not: {} };
  const [type, ...others] = schema.types ?? [];
  return compact({
    $ref: schema.ref,
    title: schema.title,
    description: schema.doc.description ?? schema.doc.summary,
    deprecated: schema.doc.deprecated,
    type: others.length === 0 ? type : schema.types,
    enum: schema.enum,
    const: schema.const?.value,
    ...schema.string,
    ...schema.number,
    ...arrayJson(schema.array ?? {}, view),
    ...objectRulesJson(schema.object ?? {}, view),
    ...combinationsJson(schema, view),
    default: schema.default?.value,
    examples: schema.examples,
    readOnly: schema.readOnly,
    writeOnly: schema.writeOnly,
  });
}

type Partly = Readonly<Record<string, Json | undefined>>;

function arrayJson(rules: ArrayRules, view: SchemaView): Partly {
  const { prefixItems, items, contains, unevaluatedItems, ...plain } = rules;
  return {
    ...plain,
    prefixItems: many(prefixItems, view),
    items: one(items, view),
    contains: one(contains, view),
    unevaluatedItems: one(unevaluatedItems, view),
  };
}

function objectRulesJson(rules: ObjectRules, view: SchemaView): Partly {
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
      properties && Object.fromEntries(properties.map(({ name, schema }) => [name, schemaJson(schema, view)])),
    required: required.length === 0 ? undefined : required,
    patternProperties:
      patternProperties &&
      Object.fromEntries(patternProperties.map(({ pattern, schema }) => [pattern, schemaJson(schema, view)])),
    additionalProperties: one(rules.additionalProperties, view),
    propertyNames: one(rules.propertyNames, view),
    minProperties,
    maxProperties,
    dependentRequired:
      dependentRequired && Object.fromEntries(dependentRequired.map((each) => [each.property, each.required])),
    dependentSchemas:
      dependentSchemas &&
      Object.fromEntries(dependentSchemas.map(({ property, schema }) => [property, schemaJson(schema, view)])),
    unevaluatedProperties: one(rules.unevaluatedProperties, view),
  };
}

function combinationsJson(schema: Schema, view: SchemaView): Partly {
  return {
    allOf: many(schema.allOf, view),
    anyOf: many(schema.anyOf, view),
    oneOf: many(schema.oneOf, view),
    not: one(schema.not, view),
    if: one(schema.if, view),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: one(schema.then, view),
    else: one(schema.else, view),
  };
}

function one(schema: Schema | undefined, view: SchemaView): Json | undefined {
  return schema === undefined ? undefined : schemaJson(schema, view);
}

function many(schemas: readonly Schema[] | undefined, view: SchemaView): Json | undefined {
  return schemas?.map((schema) => schemaJson(schema, view));
}

function compact(value: Partly): JsonObject {
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])));
}
