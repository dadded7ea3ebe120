import type { JsonObject } from '@speccast/runtime';

/** The schema of a string. */
export const text: JsonObject = { type: 'string' };

/** The schema of a whole number, at least 0. */
export const whole: JsonObject = { type: 'integer', minimum: 0 };

/** Refers to a schema of the document. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas of members by the types that follow their names. */
const types: Readonly<Record<string, JsonObject>> = {
  string: text,
  integer: whole,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  'string[]': list(text),
};

/**
 * Describes an object: `object('A token.', { 'id': 'Its id.', 'state active|revoked': 'Whether it works.', 'scopes? string[]': 'Its scopes.' })`.
 * The name of a member is followed by `?` if it is optional, and by its type: `string` if there is none, `integer` (at least 0), `number`,
 * `boolean`, `string[]`, or some strings. A schema in place of a description needs no type.
 */
export function object(description: string, members: Readonly<Record<string, JsonObject | string>>): JsonObject {
  const entries = Object.entries(members).map(([key, schema]) => {
    const [name = '', type = 'string'] = key.split(' ');
    return [
      name,
      typeof schema === 'string'
        ? { ...(types[type] ?? { ...text, enum: type.split('|') }), description: schema }
        : schema,
    ] as const;
  });
  const required = entries.flatMap(([name]) => (name.endsWith('?') ? [] : name));
  const properties = Object.fromEntries(entries.map(([name, schema]) => [name.replace('?', ''), schema]));
  return { type: 'object', description, properties, ...(required.length > 0 && { required }) };
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

/** Returns a schema, or the one of a name; of `Token[]`, one of all items of a kind. */
export function toSchema(schema: JsonObject | string): JsonObject {
  if (typeof schema !== 'string') return schema;
  const [name = '', isList] = schema.split('[');
  return isList ? object('All of them.', { items: list(ref(name)) }) : ref(name);
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
export const search: JsonObject = inQuery('q', 'Only what has this text somewhere, whatever its case.', text);

/** The parameter that limits a list. */
export const limit: JsonObject = inQuery('limit', 'Most items that are wanted. Default: 100.');

/** The response object of an operation that sends a file. */
export const file: JsonObject = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
};
