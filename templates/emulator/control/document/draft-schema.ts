import type { JsonObject } from '@speccast/runtime';

/** The schema of a string. */
export const text: JsonObject = { type: 'string' };

/** The schema of a whole number, at least 0. */
export const whole: JsonObject = { type: 'integer', minimum: 0 };

/** Refers to a schema of the document. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas of the types in the lines of `object`. */
const types: Readonly<Record<string, JsonObject>> = {
  string: text,
  integer: whole,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: open(),
  any: {},
};

/**
 * Describes an object by its text: a line about it, then a line for each member, with its name, its type, and a description:
 *
 *     A token.
 *     id: Its id.
 *     state active|revoked: Whether it works.
 *     scopes? string[]: Its scopes.
 *     row Row
 *
 * A type is `string` if there is none, `integer` (at least 0), `number`, `boolean`, `object`, `any`, some strings, the name of a schema,
 * or a list of these. A member without type and description has the schema of its name in `schemas`.
 */
export function object(lines: string, schemas: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  const [description = '', ...members] = lines.split(/\n */);
  const required: string[] = [];
  const properties = members.map((line) => {
    const [, name = '', optional, type = 'string', about] = /^(\w+)(\?)?(?: ([^ :]+))?(?:: (.*))?$/.exec(line) ?? [];
    if (optional === undefined) required.push(name);
    return [name, schemas[name] ?? describeType(type, about)] as const;
  });
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** Writes the schema of a type: `Token[]`, `active|revoked`. */
function describeType(type: string, description?: string): JsonObject {
  if (type.endsWith('[]')) return list(describeType(type.slice(0, -2)), description);
  if (/^[A-Z]/.test(type)) return ref(type);
  return { ...(types[type] ?? { ...text, enum: type.split('|') }), ...(description && { description }) };
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

/** Returns a schema as it is, a reference for a name (`Token`), or the schema of `{ items }` for the name of a list (`Token[]`). */
export function toSchema(schema: JsonObject | string): JsonObject {
  if (typeof schema !== 'string') return schema;
  return schema.endsWith('[]') ? object(`All of them.\nitems ${schema}`) : ref(schema);
}

/** Declares a parameter of the query. Without a schema it is a whole number. */
export function inQuery(name: string, description: string, schema: JsonObject = whole): JsonObject {
  return { name, in: 'query', description, schema };
}

/** Declares a header. */
export function inHeader(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: text };
}

/** The parameter of a search. */
export const search: JsonObject = inQuery('q', 'Only items that contain this text, in any case.', text);

/** The parameter that limits a list. */
export const limit: JsonObject = inQuery('limit', 'Maximum number of items. Default: 100.');

/** The response object of an operation that sends a file. */
export const file: JsonObject = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
};
