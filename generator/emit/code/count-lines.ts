import type { Api, Model, Operation } from '../../api/api.js';
import type { Schema } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';
import { isJsonObject } from '../../spec/json.js';
import { docText } from './doc-comments.js';
import { docLines } from './doc-lines.js';
import { literal, propertyKey } from './literals.js';
import { operationPart } from './operation-parts.js';
import { printShape } from './types.js';

/** About how many lines the type of a model takes, its input variant included. */
export function countModelLines(model: Model): number {
  const shapes = model.input === undefined ? [model.shape] : [model.shape, model.input.shape];
  const doc = linesOf(docText(docLines(model.doc, model.notes))) + 2;
  return shapes.reduce((sum, shape) => sum + doc + linesOf(printShape(shape, anyNames)) + 1, 0);
}

/** How many schemas stand in a schema, itself included: a measure of validators and of the schema's own text. */
export function countSchemas(schema: Schema): number {
  return subschemas(schema).reduce((sum, one) => sum + countSchemas(one), 1);
}

/** Longest line. */
const width = 120;

/** How many lines JSON takes as a literal behind `before` other characters, its brackets included. */
export function countJsonLines(value: Json, depth = 0, before = 0): number {
  return measure(value, depth, before).lines;
}

interface Measured {
  readonly lines: number;
  /** Characters on one line, as `literal` prints it. */
  readonly length: number;
}

/** Each value is measured once, and what holds it from that. */
function measure(value: Json, depth: number, before: number): Measured {
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(isJsonObject(value) ? value : {}).map(([key, item]) => [`${propertyKey(key)}: `, item] as const);
  if (entries.length === 0) return { lines: 1, length: literal(value).length };
  let [lines, length] = [2, (isList ? 2 : 4) + 2 * (entries.length - 1)];
  for (const [key, item] of entries) {
    const inner = measure(item, depth + 1, key.length);
    lines += inner.lines;
    length += key.length + inner.length;
  }
  return { lines: 2 * depth + before + length < width ? 1 : lines, length };
}

/** About how many lines the validators of the parts of an operation take. */
export function countValidatorLines(api: Api, operation: Operation): number {
  const parts = (['Parameters', 'Body', 'Response', 'StreamItem'] as const).map(
    (of) => operationPart(api, operation, of)?.schema,
  );
  return parts.reduce((sum, schema) => {
    if (schema === undefined) return sum;
    return sum + (schema.ref === undefined ? 16 + 6 * (countSchemas(schema) - 1) : 3);
  }, 0);
}

const anyNames = { model: () => 'Model', media: () => 'Media' };

function linesOf(text: string): number {
  return text.split('\n').length;
}

function subschemas(schema: Schema): readonly Schema[] {
  const { array, object, allOf = [], anyOf = [], oneOf = [] } = schema;
  const single = [
    schema.not,
    schema.if,
    schema.then,
    schema.else,
    array?.items,
    array?.contains,
    object?.additionalProperties,
  ];
  const named = [
    ...(object?.properties ?? []),
    ...(object?.patternProperties ?? []),
    ...(object?.dependentSchemas ?? []),
  ];
  const many = [...allOf, ...anyOf, ...oneOf, ...(array?.prefixItems ?? []), ...named.map((one) => one.schema)];
  return [...many, ...single.filter((one) => one !== undefined)];
}
