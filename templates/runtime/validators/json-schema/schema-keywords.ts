import { words, type Words } from '../values/words.js';

// Each argument is one string literal: bundlers cannot drop an unused call with a computed argument.

/** Keywords that restrict values, themselves or by their schemas. `then` and `else` only do so with `if`. */
export const asserting: Words = /* @__PURE__ */ words(
  '$ref type enum const minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minContains maxContains required minProperties maxProperties dependentRequired items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if prefixItems allOf anyOf oneOf properties patternProperties dependentSchemas',
);

/** Keywords that describe values, but do not restrict them. */
export const annotating: Words = /* @__PURE__ */ words(
  'title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType',
);

/** Keywords whose value is a schema. */
export const oneSchema: Words = /* @__PURE__ */ words(
  'items contains unevaluatedItems additionalProperties propertyNames unevaluatedProperties not if then else contentSchema',
);

/** Keywords whose value is an array of schemas. */
export const someSchemas: Words = /* @__PURE__ */ words('prefixItems allOf anyOf oneOf');

/** Keywords whose value is an object of schemas by name. */
export const namedSchemas: Words = /* @__PURE__ */ words(
  'properties patternProperties dependentSchemas dependencies $defs',
);

/** Keywords whose schemas apply to the value itself. */
export const inPlace: Words = /* @__PURE__ */ words(
  '$ref $dynamicRef allOf anyOf oneOf not if then else dependentSchemas',
);
