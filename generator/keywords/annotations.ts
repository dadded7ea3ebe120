import type { Json, JsonObject } from '../json.js';
import type { Keyword, Keywords } from './keyword.js';

/** Keywords by which schemas are named and found; `S` is what a schema is written as. */
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

/** Keywords that tell about a value and assert nothing; `S` is what a schema is written as. */
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
