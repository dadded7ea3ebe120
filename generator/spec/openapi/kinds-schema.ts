import {
  any,
  flag,
  type Kind,
  type KindName,
  list,
  map,
  object,
  oneOf,
  property,
  type Rule,
  schema,
  text,
} from './rules.js';

type SchemaKind = Extract<KindName, 'schema' | 'property' | 'discriminator' | 'xml'>;

const typeName = oneOf('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');
const number: Rule = { is: 'number' };
const count: Rule = { is: 'number', whole: true, least: 0 };
const schemas: Rule = { is: 'list', of: schema, filled: true };
const regex: Rule = { is: 'string', regex: true };

const core: Readonly<Record<string, Rule>> = {
  $ref: text,
  $id: text,
  $schema: text,
  $anchor: text,
  $dynamicRef: text,
  $dynamicAnchor: text,
  $comment: text,
  $vocabulary: map(flag),
  $defs: map(schema),
  definitions: map(schema),
};

const assertions: Readonly<Record<string, Rule>> = {
  type: { is: 'either', one: typeName, other: { is: 'list', of: typeName, filled: true, unique: true } },
  enum: list(any),
  const: any,
  format: text,
  minLength: count,
  maxLength: count,
  pattern: regex,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { is: 'number', above: 0 },
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minContains: count,
  maxContains: count,
  required: list(text),
  minProperties: count,
  maxProperties: count,
  dependentRequired: map(list(text)),
};

const applicators: Readonly<Record<string, Rule>> = {
  prefixItems: schemas,
  items: schema,
  contains: schema,
  unevaluatedItems: schema,
  properties: map(property),
  patternProperties: map(property),
  additionalProperties: schema,
  propertyNames: schema,
  dependentSchemas: map(schema),
  unevaluatedProperties: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: schema,
  else: schema,
};

const annotations: Readonly<Record<string, Rule>> = {
  title: text,
  description: text,
  default: any,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  examples: list(any),
  example: any,
  contentMediaType: text,
  contentEncoding: text,
  contentSchema: schema,
  discriminator: object('discriminator'),
  externalDocs: object('externalDocs'),
  xml: object('xml'),
};

const schemaKind: Kind = {
  label: 'a schema',
  fields: { ...core, ...assertions, ...applicators, ...annotations },
  older: { nullable: flag },
  open: true,
};

/** JSON Schema 2020-12 with the keywords that OpenAPI adds. */
export const schemaKinds: Readonly<Record<SchemaKind, Kind>> = {
  schema: schemaKind,
  property: schemaKind,
  discriminator: {
    label: 'a discriminator',
    required: ['propertyName'],
    fields: { propertyName: text, mapping: map(text) },
    newer: ['defaultMapping'],
  },
  xml: {
    label: 'an xml object',
    fields: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
    newer: ['nodeType'],
  },
};
