import { words, type Words } from '../values/words.js';

// Strings in one piece, though they repeat names: bundlers keep a call whose argument has to be put together.

/** Keywords that assert something about values, by themselves or by their schemas; `then` and `else` do beside `if`. */
export const asserting: Words = /* @__PURE__ */ words(
  '$ref type enum const minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minContains maxContains required minProperties maxProperties dependentRequired items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if prefixItems allOf anyOf oneOf properties patternProperties dependentSchemas',
);

/** Keywords that tell about values and assert nothing. */
export const annotating: Words = /* @__PURE__ */ words(
  'title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType',
);

/** Keywords whose value is a schema. */
export const oneSchema: Words = /* @__PURE__ */ words(
  'items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else contentSchema',
);

/** Keywords whose value is a list of schemas. */
export const someSchemas: Words = /* @__PURE__ */ words('prefixItems allOf anyOf oneOf');

/** Keywords whose value has schemas under names. */
export const namedSchemas: Words = /* @__PURE__ */ words(
  'properties patternProperties dependentSchemas dependencies $defs',
);

/** Keywords whose schemas apply to the value itself. */
export const inPlace: Words = /* @__PURE__ */ words(
  '$ref $dynamicRef allOf anyOf oneOf not if then else dependentSchemas',
);
