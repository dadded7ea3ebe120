import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { negateSchema } from './negate-schema.js';
import { mergeSchemas, resolveSchema, type Budget } from './resolve-schema.js';
import { sampleArray } from './sample-array.js';
import { sampleNumber } from './sample-number.js';
import { sampleObject } from './sample-object.js';
import { sampleString } from './sample-string.js';

/** How a sample is made. */
export interface SampleContext {
  /** The schema that references start from. */
  readonly root: JsonObject;
  /** Numbers that the sample follows from. */
  readonly next: () => number;
  /** Attempts differ: the first use examples and all properties, later ones less and other alternatives. */
  readonly attempt: number;
  readonly depth: number;
  readonly budget: Budget;
}

const deepest = 24;

/** A value that should match a schema; undefined where there is none or nesting does not end. */
export function sampleSchema(schema: Json | undefined, context: SampleContext): Json | undefined {
  if (schema === false || context.depth > deepest || context.budget.left < 0) return undefined;
  if (!isJsonObject(schema)) return 'text';
  const whole = settle(schema, context);
  const fixed = fixedValue(whole, context);
  return fixed === undefined ? sampleType(whole, typeOf(whole, context), context) : fixed;
}

/** References, `allOf`, one alternative each and a condition become one flat schema. */
function settle(schema: JsonObject, context: SampleContext): JsonObject {
  let whole = withoutRefused(resolveSchema(schema, context));
  for (let round = 0; round < 8; round += 1) {
    const { oneOf, anyOf, if: condition, then: yes, else: no, ...rest } = whole;
    const chosen = [
      choose(oneOf, context),
      choose(anyOf, context),
      ...(context.attempt % 2 === 0 ? [condition, yes] : [no]),
    ].filter(isJsonObject);
    if (chosen.length === 0) return rest;
    whole = resolveSchema(chosen.reduce(mergeSchemas, rest), context);
  }
  return whole;
}

/** What `not` refuses is told by its opposite; a type that is told already stays. */
function withoutRefused(schema: JsonObject): JsonObject {
  const { not, ...rest } = schema;
  if (not === undefined) return schema;
  const { type, ...bounds } = negateSchema(not);
  return mergeSchemas(rest, type === undefined || rest['type'] !== undefined ? bounds : { ...bounds, type });
}

function choose(alternatives: Json | undefined, { attempt }: SampleContext): Json | undefined {
  return Array.isArray(alternatives) ? alternatives[attempt % alternatives.length] : undefined;
}

function fixedValue(schema: JsonObject, { attempt, next }: SampleContext): Json | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  const { enum: values, examples, example } = schema;
  if (attempt === 0 && Array.isArray(examples) && examples.length > 0) return examples[0];
  if (attempt === 0 && example !== undefined) return example;
  if (attempt < 2 && schema['default'] !== undefined && schema['default'] !== null) return schema['default'];
  return Array.isArray(values) && values.length > 0 ? values[next() % values.length] : undefined;
}

function typeOf(schema: JsonObject, { attempt }: SampleContext): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null' || attempt > 3);
    return String(types[attempt % Math.max(1, types.length)] ?? 'null');
  }
  const telling = Object.entries(tellingKeywords).find(([, keywords]) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  return telling?.[0] ?? 'string';
}

const tellingKeywords = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'uniqueItems'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function sampleType(schema: JsonObject, type: string, context: SampleContext): Json | undefined {
  const inner = { ...context, depth: context.depth + 1 };
  if (type === 'object') return sampleObject(schema, inner);
  if (type === 'array') return sampleArray(schema, inner);
  if (type === 'boolean') return context.next() % 2 === 0;
  if (type === 'integer' || type === 'number') return sampleNumber(schema, type === 'integer', context.next);
  return type === 'null' ? null : sampleString(schema, context.next);
}
