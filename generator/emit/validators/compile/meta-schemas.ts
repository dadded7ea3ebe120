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

/** Schemas of the values that a keyword can take, by their kind. */
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

/** The metaschema of a vocabulary, whose keywords are those of the table. */
function meta(name: Vocabulary | 'format-assertion', more: JsonObject = {}): JsonObject {
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
const filled: JsonObject = { ...stringArray, minItems: 1 };

/** The values of keywords that drafts before 2020-12 have, or write otherwise. */
const older: JsonObject = {
  items: { anyOf: [schema, { $ref: '#/$defs/schemaArray' }] },
  additionalItems: schema,
  definitions: schemaMap,
  dependencies: { type: 'object', additionalProperties: { anyOf: [schema, stringArray] } },
};

/** The values of keywords that draft-04 writes otherwise still. */
const oldest: JsonObject = {
  id: { type: 'string' },
  additionalItems: flagOrSchema,
  additionalProperties: flagOrSchema,
  exclusiveMinimum: { type: 'boolean' },
  exclusiveMaximum: { type: 'boolean' },
  required: filled,
  dependencies: { type: 'object', additionalProperties: { anyOf: [schema, filled] } },
};

/** The vocabularies of 2019-09 that later got another name. */
const renamed: Readonly<Partial<Record<Vocabulary, string>>> = {
  unevaluated: 'applicator',
  'format-annotation': 'format',
};

/** The metaschema of an older draft, or of a vocabulary of 2019-09, translated to 2020-12 and made of the table. */
function olderMeta(draft: Exclude<Draft, 2020>, name?: string): JsonObject {
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
  ...([4, 6, 7, 2019] as const).map((draft) => olderMeta(draft)),
  ...['core', 'applicator', 'validation', 'meta-data', 'format', 'content'].map((name) => olderMeta(2019, name)),
  root,
  meta('core', core),
  meta('applicator', { $defs: { schemaArray } }),
  meta('unevaluated'),
  meta('validation', { $defs: validationDefinitions }),
  meta('meta-data'),
  meta('format-annotation'),
  meta('format-assertion'),
  meta('content'),
];

const shipped: ReadonlySet<unknown> = new Set(metaSchemas.map(({ $id }) => $id));

/** Tells whether a resource is one of the metaschemas. */
export function isShipped(uri: string): boolean {
  return shipped.has(uri);
}

/** The vocabularies of draft 2020-12. */
export const vocabularies: ReadonlySet<string> = new Set(
  [...anyVocabulary, 'format-assertion'].map((name) => `${base}/vocab/${name}`),
);
