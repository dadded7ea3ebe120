import type { Keyword, Keywords } from './keyword.js';
import type { Json, JsonObject } from '../json.js';

/** Keywords that combine schemas of the same value; `S` is the type of these schemas. */
export interface Combinators<S> {
  readonly allOf?: readonly S[];
  readonly anyOf?: readonly S[];
  readonly oneOf?: readonly S[];
  readonly not?: S;
  readonly if?: S;
  readonly then?: S;
  readonly else?: S;
}

const schema = { takes: 'schema', vocabulary: 'applicator', isInPlace: true } as const;
const schemas = { ...schema, takes: 'schemas', isUnordered: true, mostEntries: 5_000 } as const;

/** The keywords that combine schemas. */
export const combinators: Keywords<Combinators<unknown>> = {
  allOf: schemas,
  anyOf: { ...schemas, isReported: true },
  oneOf: { ...schemas, isReported: true },
  not: { ...schema, isReported: true, comparison: { kind: 'condition' } },
  if: { ...schema, since: 7, isReported: false, comparison: { kind: 'condition', beside: ['then', 'else'] } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { ...schema, since: 7 },
  else: { ...schema, since: 7 },
};

/** The keywords that constrain values of all types. */
export const values: Readonly<Record<'type' | 'enum' | 'const', Keyword>> = {
  type: { takes: 'types', isReported: true },
  enum: { takes: 'list', isReported: true, isUnordered: true, mostEntries: 200_000 },
  const: { takes: 'any', since: 6, isReported: true },
};

/** Keywords by which schemas are named and found; `S` is the type of a schema in `$defs`. */
export interface CoreKeywords<S> {
  readonly $ref?: string;
  readonly $id?: string;
  readonly $schema?: string;
  readonly $anchor?: string;
  readonly $dynamicRef?: string;
  readonly $dynamicAnchor?: string;
  readonly $comment?: string;
  readonly $vocabulary?: Readonly<Record<string, boolean>>;
  readonly $defs?: Readonly<Record<string, S>>;
}

const text = { takes: 'text', vocabulary: 'core' } as const;

/** The keywords by which schemas are named and found. */
export const core: Keywords<CoreKeywords<unknown>> = {
  $ref: text,
  $id: { ...text, since: 6 },
  $schema: text,
  $anchor: { ...text, since: 2019 },
  $dynamicRef: { ...text, since: 2020 },
  $dynamicAnchor: { ...text, since: 2020 },
  $comment: { ...text, since: 7 },
  $vocabulary: { takes: 'flags', vocabulary: 'core', since: 2019 },
  $defs: { takes: 'namedSchemas', vocabulary: 'core', since: 2019 },
};

/** Keywords that describe a value and assert nothing; `S` is the type of `contentSchema`. */
export interface Annotations<S> {
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly examples?: readonly Json[];
  /** OpenAPI's older way to give one example. */
  readonly example?: Json;
  readonly contentSchema?: S;
  readonly discriminator?: JsonObject;
  readonly externalDocs?: JsonObject;
  readonly xml?: JsonObject;
}

const flag = { takes: 'flag', vocabulary: 'meta-data', default: false } as const;

/** The keywords that assert nothing. */
export const annotations: Keywords<Annotations<unknown>> = {
  title: { takes: 'text', vocabulary: 'meta-data' },
  description: { takes: 'text', vocabulary: 'meta-data' },
  default: { takes: 'any', vocabulary: 'meta-data' },
  deprecated: { ...flag, since: 2019 },
  readOnly: { ...flag, since: 7 },
  writeOnly: { ...flag, since: 7 },
  examples: { takes: 'list', vocabulary: 'meta-data', since: 6 },
  example: { takes: 'any', vocabulary: 'openapi' },
  contentSchema: { takes: 'schema', vocabulary: 'content', since: 2019 },
  discriminator: { takes: 'discriminator', vocabulary: 'openapi' },
  externalDocs: { takes: 'externalDocs', vocabulary: 'openapi' },
  xml: { takes: 'xml', vocabulary: 'openapi' },
};

/** Keywords of older drafts that still apply where schemas are read as JSON Schema. */
export const older: Readonly<Record<'definitions' | 'dependencies', Keyword>> = {
  definitions: { takes: 'namedSchemas', vocabulary: 'older' },
  dependencies: { takes: 'dependencies', vocabulary: 'older', isReported: true },
};
