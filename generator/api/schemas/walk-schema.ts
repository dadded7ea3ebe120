import type { ArrayRules, Direction, ObjectRules, Schema } from './schema.js';

/** A direction, and the schemas by id, to see through a reference. */
export interface Travel {
  readonly direction: Direction;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The schemas directly inside a schema that matter when its values travel that way. */
export function subschemas(schema: Schema, travel: Travel): readonly Schema[] {
  return [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...one(schema.not),
    ...one(schema.if),
    ...one(schema.then),
    ...one(schema.else),
    ...(schema.array === undefined ? [] : ofArray(schema.array)),
    ...(schema.object === undefined ? [] : ofObject(schema.object, travel)),
  ];
}

/** Whether a property is left out when its object travels that way; what it refers to and combines says so, too. */
export function isLeftOut(schema: Schema, travel: Travel): boolean {
  const key = travel.direction === 'request' ? 'readOnly' : 'writeOnly';
  if (schema.ref === undefined && schema.allOf === undefined) return schema[key] === true;
  const seen = new Set([schema]);
  // A set hands out what is added while it is being walked.
  for (const part of seen) {
    if (part[key] === true) return true;
    const target = part.ref === undefined ? undefined : travel.schemas.get(part.ref);
    if (target !== undefined) seen.add(target);
    for (const inner of part.allOf ?? []) seen.add(inner);
  }
  return false;
}

function ofArray({ prefixItems = [], items, contains, unevaluatedItems }: ArrayRules): readonly Schema[] {
  return [...prefixItems, ...one(items), ...one(contains), ...one(unevaluatedItems)];
}

function ofObject(rules: ObjectRules, travel: Travel): readonly Schema[] {
  const { properties = [], patternProperties = [], dependentSchemas = [] } = rules;
  return [
    ...properties.filter((property) => !isLeftOut(property.schema, travel)).map((property) => property.schema),
    ...patternProperties.map((property) => property.schema),
    ...one(rules.additionalProperties),
    ...one(rules.propertyNames),
    ...dependentSchemas.map((property) => property.schema),
    ...one(rules.unevaluatedProperties),
  ];
}

function one(schema: Schema | undefined): readonly Schema[] {
  return schema === undefined ? [] : [schema];
}
