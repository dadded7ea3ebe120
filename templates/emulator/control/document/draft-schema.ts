import type { JsonObject } from '@speccast/runtime';

/** The schema of a string. */
export const text: JsonObject = { type: 'string' };

/** Refers to a schema of the document. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Describes an object: `object('A world.', { name: 'Its name.', 'path?': 'Its prefix.' })`. Members are required unless their names end
 * in `?`. Text in place of a schema describes a string.
 */
export function object(description: string, members: Readonly<Record<string, JsonObject | string>>): JsonObject {
  const names = Object.keys(members);
  const required = names.filter((name) => !name.endsWith('?'));
  const properties = Object.entries(members).map(([name, schema]) => [
    name.replace('?', ''),
    typeof schema === 'string' ? { ...text, description: schema } : schema,
  ]);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** Describes an object with any members. */
export function open(description?: string): JsonObject {
  return { type: 'object', additionalProperties: true, ...(description && { description }) };
}

/** Describes an object with any names, whose values have one schema. */
export function record(description: string, values: JsonObject): JsonObject {
  return { type: 'object', description, additionalProperties: values };
}

/** Describes an array. */
export function list(items: JsonObject, description?: string): JsonObject {
  return { type: 'array', items, ...(description && { description }) };
}

/** Describes a response with all items of a kind. */
export function items(name: string): JsonObject {
  return object('All of them.', { items: list(ref(name)) });
}

/** Describes one of some strings. */
export function choice(description: string, values: readonly string[]): JsonObject {
  return { type: 'string', enum: values, description };
}

/** Describes a whole number, at least 0. */
export function whole(description?: string): JsonObject {
  return { type: 'integer', minimum: 0, ...(description && { description }) };
}

/** Describes a number. */
export function number(description: string): JsonObject {
  return { type: 'number', description };
}

/** Describes `true` or `false`. */
export function boolean(description: string): JsonObject {
  return { type: 'boolean', description };
}

/** Declares a parameter of the query that is a whole number. */
export function inQuery(name: string, description: string): JsonObject {
  return { name, in: 'query', description, schema: whole() };
}

/** Declares a parameter of the query that is a string. */
export function textInQuery(name: string, description: string, values?: readonly string[]): JsonObject {
  return { name, in: 'query', description, schema: { ...text, ...(values && { enum: values }) } };
}

/** Declares a header. */
export function inHeader(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: text };
}

/** The parameter of a search. */
export const search: JsonObject = textInQuery('q', 'Only what has this text somewhere, whatever its case.');

/** The parameter that limits a list. */
export const limit: JsonObject = inQuery('limit', 'Most items that are wanted. Default: 100.');

/** The response object of an operation that sends a file. */
export const file: JsonObject = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
};
