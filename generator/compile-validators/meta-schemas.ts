import type { JsonObject } from '../spec/read/json.js';

const base = 'https://json-schema.org/draft/2020-12';
const anyVocabulary = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'];
const schema: JsonObject = { $dynamicRef: '#meta' };
const schemaArray: JsonObject = { $ref: '#/$defs/schemaArray' };
const schemaMap: JsonObject = { type: 'object', additionalProperties: schema, default: {} };
const stringArray: JsonObject = { $ref: '#/$defs/stringArray' };
const count: JsonObject = { $ref: '#/$defs/nonNegativeInteger' };
const countFromZero: JsonObject = { $ref: '#/$defs/nonNegativeIntegerDefault0' };
const flag: JsonObject = { type: 'boolean', default: false };

function meta(name: string, properties: JsonObject, $defs?: JsonObject): JsonObject {
  return {
    $schema: `${base}/schema`,
    $id: `${base}/meta/${name}`,
    $vocabulary: { [`${base}/vocab/${name}`]: true },
    $dynamicAnchor: 'meta',
    type: ['object', 'boolean'],
    properties,
    ...($defs === undefined ? {} : { $defs }),
  };
}

const coreProperties: JsonObject = {
  $id: { $ref: '#/$defs/uriReferenceString', pattern: '^[^#]*#?$' },
  $schema: { $ref: '#/$defs/uriString' },
  $ref: { $ref: '#/$defs/uriReferenceString' },
  $anchor: { $ref: '#/$defs/anchorString' },
  $dynamicRef: { $ref: '#/$defs/uriReferenceString' },
  $dynamicAnchor: { $ref: '#/$defs/anchorString' },
  $vocabulary: {
    type: 'object',
    propertyNames: { $ref: '#/$defs/uriString' },
    additionalProperties: { type: 'boolean' },
  },
  $comment: { type: 'string' },
  $defs: { type: 'object', additionalProperties: schema },
};

const coreDefinitions: JsonObject = {
  anchorString: { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
  uriString: { type: 'string', format: 'uri' },
  uriReferenceString: { type: 'string', format: 'uri-reference' },
};

const applicatorProperties: JsonObject = {
  prefixItems: schemaArray,
  items: schema,
  contains: schema,
  additionalProperties: schema,
  properties: schemaMap,
  patternProperties: { ...schemaMap, propertyNames: { format: 'regex' } },
  dependentSchemas: schemaMap,
  propertyNames: schema,
  if: schema,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: schema,
  else: schema,
  allOf: schemaArray,
  anyOf: schemaArray,
  oneOf: schemaArray,
  not: schema,
};

const validationProperties: JsonObject = {
  type: {
    anyOf: [
      { $ref: '#/$defs/simpleTypes' },
      { type: 'array', items: { $ref: '#/$defs/simpleTypes' }, minItems: 1, uniqueItems: true },
    ],
  },
  const: true,
  enum: { type: 'array', items: true },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  maximum: { type: 'number' },
  exclusiveMaximum: { type: 'number' },
  minimum: { type: 'number' },
  exclusiveMinimum: { type: 'number' },
  maxLength: count,
  minLength: countFromZero,
  pattern: { type: 'string', format: 'regex' },
  maxItems: count,
  minItems: countFromZero,
  uniqueItems: flag,
  maxContains: count,
  minContains: { ...count, default: 1 },
  maxProperties: count,
  minProperties: countFromZero,
  required: stringArray,
  dependentRequired: { type: 'object', additionalProperties: stringArray },
};

const validationDefinitions: JsonObject = {
  nonNegativeInteger: { type: 'integer', minimum: 0 },
  nonNegativeIntegerDefault0: { $ref: '#/$defs/nonNegativeInteger', default: 0 },
  simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
  stringArray: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] },
};

const annotations: JsonObject = {
  title: { type: 'string' },
  description: { type: 'string' },
  default: true,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  examples: { type: 'array', items: true },
};

const content: JsonObject = {
  contentEncoding: { type: 'string' },
  contentMediaType: { type: 'string' },
  contentSchema: schema,
};

const root: JsonObject = {
  $schema: `${base}/schema`,
  $id: `${base}/schema`,
  $vocabulary: Object.fromEntries(anyVocabulary.map((name) => [`${base}/vocab/${name}`, true])),
  $dynamicAnchor: 'meta',
  allOf: anyVocabulary.map((name) => ({ $ref: `meta/${name}` })),
  type: ['object', 'boolean'],
  properties: {
    definitions: { type: 'object', additionalProperties: schema, deprecated: true, default: {} },
    dependencies: {
      type: 'object',
      additionalProperties: { anyOf: [schema, { $ref: 'meta/validation#/$defs/stringArray' }] },
      deprecated: true,
      default: {},
    },
    $recursiveAnchor: { $ref: 'meta/core#/$defs/anchorString', deprecated: true },
    $recursiveRef: { $ref: 'meta/core#/$defs/uriReferenceString', deprecated: true },
  },
};

/** The meta-schemas of draft 2020-12, which every schema may refer to. */
export const metaSchemas: readonly JsonObject[] = [
  root,
  meta('core', coreProperties, coreDefinitions),
  meta('applicator', applicatorProperties, { schemaArray: { type: 'array', minItems: 1, items: schema } }),
  meta('unevaluated', { unevaluatedItems: schema, unevaluatedProperties: schema }),
  meta('validation', validationProperties, validationDefinitions),
  meta('meta-data', annotations),
  meta('format-annotation', { format: { type: 'string' } }),
  meta('format-assertion', { format: { type: 'string' } }),
  meta('content', content),
];

const shipped: ReadonlySet<unknown> = new Set(metaSchemas.map(({ $id }) => $id));

/** Whether a resource is one of the metaschemas. */
export function isShipped(uri: string): boolean {
  return shipped.has(uri);
}

/** The vocabularies of draft 2020-12. */
export const vocabularies: ReadonlySet<string> = new Set(
  [...anyVocabulary, 'format-assertion'].map((name) => `${base}/vocab/${name}`),
);
