import type { Schema } from '../../api/schemas/schema.js';

/** Every schema directly inside a schema, whatever the direction. */
export function subschemas(schema: Schema): readonly Schema[] {
  return holding.some((key) => schema[key] !== undefined) ? listSubschemas(schema) : [];
}

/** What may hold schemas, which most schemas have nothing of. */
const holding = ['array', 'object', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;

function listSubschemas(schema: Schema): readonly Schema[] {
  const { array = {}, object = {} } = schema;
  const candidates = [
    ...(array.prefixItems ?? []),
    array.items,
    array.contains,
    array.unevaluatedItems,
    ...(object.properties ?? []).map((property) => property.schema),
    ...(object.patternProperties ?? []).map((property) => property.schema),
    ...(object.dependentSchemas ?? []).map((property) => property.schema),
    object.additionalProperties,
    object.propertyNames,
    object.unevaluatedProperties,
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    schema.not,
    schema.if,
    schema.then,
    schema.else,
  ];
  return candidates.filter((one) => one !== undefined);
}

/** The ids that a schema and the schemas inside it refer to, each once, in order. */
export function referencesOf(schema: Schema): readonly string[] {
  const found = new Set<string>();
  const visit = (one: Schema): void => {
    if (one.ref !== undefined) found.add(one.ref);
    subschemas(one).forEach(visit);
  };
  visit(schema);
  return [...found];
}

/** Whether a schema is nothing but a reference. */
export function isReference(schema: Schema): schema is Schema & { readonly ref: string } {
  const judging = [
    'types',
    'enum',
    'const',
    'string',
    'number',
    'array',
    'object',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
  ] as const;
  return schema.ref !== undefined && judging.every((key) => schema[key] === undefined);
}
