import type { Model } from '../../api/api.js';
import type { Schema } from '../../api/schema.js';
import { docText } from './doc-comments.js';
import { docLines } from './doc-lines.js';
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
