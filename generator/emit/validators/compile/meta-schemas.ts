import type { Draft, Takes, Vocabulary } from '../../../keywords/keyword.js';
import { keywords, type NamedKeyword } from '../../../keywords/keywords.js';
import type { JsonObject } from '../../../json.js';

const base = 'https://json-schema.org/draft/2020-12';
const anyVocabulary = [
  ...(['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'] as const),
];
const schema: JsonObject = { $dynamicRef: '#meta' };
const schemaMap: JsonObject = { type: 'object', additionalProperties: schema };
const stringArray: JsonObject = { $ref: '#/$defs/stringArray' };
const count: JsonObject = { $ref: '#/$defs/nonNegativeInteger' };

/** Schemas of the values of keywords, by their kind. */
const kinds: Readonly<Partial<Record<Takes, JsonObject | true>>> = {
  any: true,
  flag: { type: 'boolean' },
  text: { type: 'string' },
  regex: { type: 'string', format: 'regex' },
  number: { type: 'number' },
  positive: { type: 'number', exclusiveMinimum: 0 },
  count,
  list: { type: 'array', items: true },
  texts: stringArray,
  textLists: { type: 'object', additionalProperties: stringArray },
  types: {
    anyOf: [
      { $ref: '#/$defs/simpleTypes' },
      { type: 'array', items: { $ref: '#/$defs/simpleTypes' }, minItems: 1, uniqueItems: true },
    ],
  },
  schema,
  schemas: { $ref: '#/$defs/schemaArray' },
  namedSchemas: schemaMap,
  namedProperties: schemaMap,
};

function describeKeywords(isDescribed: (keyword: NamedKeyword) => boolean): JsonObject {
  return Object.fromEntries(
    [...keywords.values()].filter(isDescribed).map(({ name, takes, nameKey, default: value }) => {
      const stated = kinds[takes] ?? true;
      if (stated === true) return [name, true];
      if (takes === 'count' && value === 0) return [name, { $ref: '#/$defs/nonNegativeIntegerDefault0' }];
      const names = nameKey === 'pattern' && { propertyNames: { format: 'regex' } };
      return [name, { ...stated, ...(value !== undefined && { default: value }), ...names }];
    }),
  );
}

/** Builds the metaschema of a vocabulary from the table of keywords. */
function buildMetaSchema(name: Vocabulary | 'format-assertion', more: JsonObject = {}): JsonObject {
  const vocabulary = name === 'format-assertion' ? 'format-annotation' : name;
  return {
    $schema: `${base}/schema`,
    $id: `${base}/meta/${name}`,
    $vocabulary: { [`${base}/vocab/${name}`]: true },
    $dynamicAnchor: 'meta',
    type: ['object', 'boolean'],
    properties: describeKeywords((one) => one.vocabulary === vocabulary),
    ...more,
  };
}

const uriReference: JsonObject = { $ref: '#/$defs/uriReferenceString' };
const anchor: JsonObject = { $ref: '#/$defs/anchorString' };
const uri: JsonObject = { $ref: '#/$defs/uriString' };

const core: JsonObject = {
  properties: {
    $id: { ...uriReference, pattern: '^[^#]*#?$' },
    $schema: uri,
    $ref: uriReference,
    $anchor: anchor,
    $dynamicRef: uriReference,
    $dynamicAnchor: anchor,
    $vocabulary: { type: 'object', propertyNames: uri, additionalProperties: { type: 'boolean' } },
    $comment: { type: 'string' },
    $defs: schemaMap,
  },
  $defs: {
    anchorString: { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
    uriString: { type: 'string', format: 'uri' },
    uriReferenceString: { type: 'string', format: 'uri-reference' },
  },
};

const validationDefinitions: JsonObject = {
  nonNegativeInteger: { type: 'integer', minimum: 0 },
  nonNegativeIntegerDefault0: { $ref: '#/$defs/nonNegativeInteger', default: 0 },
  simpleTypes: { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] },
  stringArray: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: [] },
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

const schemaArray: JsonObject = { type: 'array', minItems: 1, items: schema };
const flagOrSchema: JsonObject = { anyOf: [{ type: 'boolean' }, schema] };
const nonEmptyStringArray: JsonObject = { ...stringArray, minItems: 1 };

/** Keywords of drafts before 2020-12 that 2020-12 does not have, or has with other values. */
const older: JsonObject = {
  items: { anyOf: [schema, { $ref: '#/$defs/schemaArray' }] },
  additionalItems: schema,
  definitions: schemaMap,
  dependencies: { type: 'object', additionalProperties: { anyOf: [schema, stringArray] } },
};

/** Keywords of draft-04 that later drafts do not have, or have with other values. */
const oldest: JsonObject = {
  id: { type: 'string' },
  additionalItems: flagOrSchema,
  additionalProperties: flagOrSchema,
  exclusiveMinimum: { type: 'boolean' },
  exclusiveMaximum: { type: 'boolean' },
  required: nonEmptyStringArray,
  dependencies: { type: 'object', additionalProperties: { anyOf: [schema, nonEmptyStringArray] } },
};

/** Names of vocabularies in 2019-09 that are different in 2020-12. */
const renamed: Readonly<Partial<Record<Vocabulary, string>>> = {
  unevaluated: 'applicator',
  'format-annotation': 'format',
};

/** Builds the metaschema of an older draft, or of a vocabulary of 2019-09, from the table of keywords, as a schema of 2020-12. */
function buildOlderMetaSchema(draft: Exclude<Draft, 2020>, name?: string): JsonObject {
  const definitions = { ...validationDefinitions, schemaArray };
  return {
    $schema: `${base}/schema`,
    $id:
      draft === 2019
        ? `https://json-schema.org/draft/2019-09/${name === undefined ? 'schema' : `meta/${name}`}`
        : `http://json-schema.org/draft-0${draft}/schema`,
    $dynamicAnchor: 'meta',
    type: draft === 4 ? 'object' : ['object', 'boolean'],
    properties: {
      ...describeKeywords(({ vocabulary, since = 4 }) => {
        const isIn = name === undefined || name === (renamed[vocabulary] ?? vocabulary);
        return isIn && vocabulary !== 'openapi' && since <= draft;
      }),
      ...((name ?? 'applicator') === 'applicator' && older),
      ...(draft === 4 && oldest),
      ...(draft === 2019 &&
        (name ?? 'core') === 'core' && { $recursiveAnchor: { type: 'boolean' }, $recursiveRef: { type: 'string' } }),
    },
    ...(draft === 4 && { dependentRequired: { exclusiveMinimum: ['minimum'], exclusiveMaximum: ['maximum'] } }),
    definitions,
    $defs: definitions,
  };
}

/** The metaschemas that every schema may refer to. */
export const metaSchemas: readonly JsonObject[] = [
  ...([4, 6, 7, 2019] as const).map((draft) => buildOlderMetaSchema(draft)),
  ...['core', 'applicator', 'validation', 'meta-data', 'format', 'content'].map((name) =>
    buildOlderMetaSchema(2019, name),
  ),
  root,
  buildMetaSchema('core', core),
  buildMetaSchema('applicator', { $defs: { schemaArray } }),
  buildMetaSchema('unevaluated'),
  buildMetaSchema('validation', { $defs: validationDefinitions }),
  buildMetaSchema('meta-data'),
  buildMetaSchema('format-annotation'),
  buildMetaSchema('format-assertion'),
  buildMetaSchema('content'),
];

const shipped: ReadonlySet<unknown> = new Set(metaSchemas.map(({ $id }) => $id));

/** Returns true if a URI is that of a built-in metaschema. */
export function isShipped(uri: string): boolean {
  return shipped.has(uri);
}

/** The vocabularies of draft 2020-12. */
export const vocabularies: ReadonlySet<string> = new Set(
  [...anyVocabulary, 'format-assertion'].map((name) => `${base}/vocab/${name}`),
);
