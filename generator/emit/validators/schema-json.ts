import type { ArrayRules, ObjectRules, Schema } from '../../api/schema.js';
import type { Json, JsonObject } from '../../spec/json.js';

/** A schema as JSON Schema 2020-12, for parts of operations, which the document does not hold in one place. */
function schemaJson(schema: Schema): Json {
  return schema.boolean ?? objectJson(schema);
}

/** The same as an object: `false` is `{not: {}}`. */
export function objectJson(schema: Schema): JsonObject {
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
    ...arrayJson(schema.array ?? {}),
    ...objectRulesJson(schema.object ?? {}),
    ...combinationsJson(schema),
    default: schema.default?.value,
    examples: schema.examples,
    readOnly: schema.readOnly,
    writeOnly: schema.writeOnly,
  });
}

type Partly = Readonly<Record<string, Json | undefined>>;

function arrayJson(rules: ArrayRules): Partly {
  const { prefixItems, items, contains, unevaluatedItems, ...plain } = rules;
  return {
    ...plain,
    prefixItems: many(prefixItems),
    items: one(items),
    contains: one(contains),
    unevaluatedItems: one(unevaluatedItems),
  };
}

function objectRulesJson(rules: ObjectRules): Partly {
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
    properties: properties && Object.fromEntries(properties.map(({ name, schema }) => [name, schemaJson(schema)])),
    required: required.length === 0 ? undefined : required,
    patternProperties:
      patternProperties &&
      Object.fromEntries(patternProperties.map(({ pattern, schema }) => [pattern, schemaJson(schema)])),
    additionalProperties: one(rules.additionalProperties),
    propertyNames: one(rules.propertyNames),
    minProperties,
    maxProperties,
    dependentRequired:
      dependentRequired && Object.fromEntries(dependentRequired.map((each) => [each.property, each.required])),
    dependentSchemas:
      dependentSchemas &&
      Object.fromEntries(dependentSchemas.map(({ property, schema }) => [property, schemaJson(schema)])),
    unevaluatedProperties: one(rules.unevaluatedProperties),
  };
}

function combinationsJson(schema: Schema): Partly {
  return {
    allOf: many(schema.allOf),
    anyOf: many(schema.anyOf),
    oneOf: many(schema.oneOf),
    not: one(schema.not),
    if: one(schema.if),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: one(schema.then),
    else: one(schema.else),
  };
}

function one(schema: Schema | undefined): Json | undefined {
  return schema === undefined ? undefined : schemaJson(schema);
}

function many(schemas: readonly Schema[] | undefined): Json | undefined {
  return schemas?.map(schemaJson);
}

function compact(value: Partly): JsonObject {
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item]])));
}
